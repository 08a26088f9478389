import { useState } from "react";
import type { HomeNotices } from "#contract";
import { useSession } from "../../../session/session.ts";
import { Button } from "../../../ui/button.tsx";
import css from "./card.module.css";
import { focusPage } from "./focus-page.ts";
import { GuardianDialog } from "./guardian-dialog.tsx";
import type { WaitingChild } from "./rules.ts";
import { WaitingCards } from "./waiting-cards.tsx";

/**
 * Notices on home: children who need a guardian's consent (SE-08), and requests that wait (ID-11). Also rendered by the
 * server.
 */
export function Notices({ notices: { children, waiting } }: { notices: HomeNotices }) {
  return (
    <>
      <ConsentNotice waiting={children} />
      <WaitingCards waiting={waiting} />
    </>
  );
}

/** Asks only where the person acts for the child: elsewhere it would take the place of other work. */
function ConsentNotice({ waiting }: { waiting: readonly WaitingChild[] }) {
  const [open, setOpen] = useState(waiting.length > 0);
  const isParent = useSession((state) => state.identity) === "parent";
  function close() {
    focusPage();
    setOpen(false);
  }
  return open && isParent ? <GuardianCard waiting={waiting} onClose={close} /> : null;
}

/** Names the children who need a guardian's consent; the question itself opens on a press. */
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
    <section className={css["card"]} aria-label="请您确认">
      <p className={css["words"]}>
        {names}未满 14 岁。请您确认：是否同意《儿童个人信息保护规则》。
      </p>
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
