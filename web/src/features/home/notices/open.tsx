import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { readPendingConsents, readWaiting, type HomeNotices } from "#contract";
import { send } from "../../../api/client.ts";
import { NOTICES_ID, pressNoticeAgain, takeDrawnNotices } from "../../../session/drawn-home.ts";
import { session } from "../../../session/session.ts";
import css from "./card.module.css";
import { Notices } from "./notices.tsx";
import { hasNotices } from "./rules.ts";

const QUIET = { quietGeneral: true, quietError: true } as const;
const NOTHING = { erasures_of_children: [], school_requests: 0, notices: [] };

/**
 * Shows home's notices, if there are any, until home or the session ends. Server-rendered ones are above the apps; later
 * ones are laid over the page's foot and move nothing.
 */
export async function showNotices(): Promise<void> {
  const { token } = session.getState();
  const drawn = takeDrawnNotices();
  const notices = drawn ?? (await readNotices());
  const place = document.getElementById(NOTICES_ID);
  if (place === null || session.getState().token !== token || !hasNotices(notices)) return;
  if (drawn === null) place.className = css["late"] ?? "";
  const root = createRoot(place);
  const stop = session.subscribe((now) => {
    if (now.token === token) return;
    stop();
    root.unmount();
  });
  flushSync(() => root.render(<Notices notices={notices} />));
  if (drawn !== null) pressNoticeAgain();
}

/**
 * Reads the notices; a failure is ignored: they come at the next sign-in, and are in the profile. A field that a server
 * does not give is empty.
 */
async function readNotices(): Promise<HomeNotices> {
  const { user } = session.getState();
  const isParent = (user?.identities ?? []).some(({ type }) => type === "parent");
  const [children, waiting] = await Promise.all([
    isParent
      ? send(readPendingConsents, {}, QUIET).then(
          ({ children = [] }: Partial<HomeNotices>) => children,
          () => [],
        )
      : [],
    send(readWaiting, {}, QUIET).then(
      (waits) => ({ ...NOTHING, ...waits }),
      () => NOTHING,
    ),
  ]);
  return { children, waiting };
}
