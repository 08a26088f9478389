import { useState } from "react";
import { createRoot } from "react-dom/client";
import { readPendingConsents, readWaiting } from "#contract";
import { send } from "../../api/client.ts";
import { session } from "../../session/session.ts";
import type { WaitingChild } from "./rules.ts";
import { WaitingCards } from "./waiting-cards.tsx";
import { Button } from "../../ui/button.tsx";
import { GuardianDialog } from "./guardian-dialog.tsx";
import css from "./card.module.css";

const QUIET = { quietGeneral: true, quietError: true } as const;
const NOTHING = { erasures_of_children: [], school_requests: 0 };

/** Puts calm cards on top of home, if there is anything to tell; gone with home, or when the session is. */
export async function showNotices(): Promise<void> {
  const { token, user } = session.getState();
  const isParent = (user?.identities ?? []).some(({ type }) => type === "parent");
  // what could not be asked now is asked at the next sign-in, and stands in the profile
  const [children, waiting] = await Promise.all([
    isParent
      ? send(readPendingConsents, {}, QUIET).then(
          (pending) => pending.children,
          () => [],
        )
      : [],
    send(readWaiting, {}, QUIET).catch(() => NOTHING),
  ]);
  if (children.length + waiting.erasures_of_children.length + waiting.school_requests === 0) return;
  const main = document.querySelector("main");
  if (main === null || session.getState().token !== token) return;
  const place = document.createElement("div");
  main.prepend(place);
  const root = createRoot(place);
  const stop = session.subscribe((now) => {
    if (now.token === token) return;
    stop();
    root.unmount();
    place.remove();
  });
  root.render(
    <>
      <ConsentNotice waiting={children} />
      <WaitingCards waiting={waiting} />
    </>,
  );
}

function ConsentNotice({ waiting }: { waiting: readonly WaitingChild[] }) {
  const [open, setOpen] = useState(waiting.length > 0);
  return open ? <GuardianCard waiting={waiting} onClose={() => setOpen(false)} /> : null;
}

/** Says for which children a guardian is wanted; the question itself is asked when one wants to hear it. */
function GuardianCard({
  waiting,
  onClose,
}: {
  waiting: readonly WaitingChild[];
  onClose: () => void;
}) {
  const [open, setOpen] = useState(false);
  const names = waiting.map(({ name }) => name).join("、");
  return (
    <section className={css["card"]} aria-label="等你同意">
      <p className={css["words"]}>{names}未满 14 岁，保护孩子个人信息的规则等你同意。</p>
      <div className={css["keys"]}>
        <Button look="primary" onClick={() => setOpen(true)}>
          看一看
        </Button>
        <Button look="quiet" onClick={onClose}>
          以后再说
        </Button>
      </div>
      {open ? <GuardianDialog waiting={waiting} onClose={onClose} /> : null}
    </section>
  );
}
