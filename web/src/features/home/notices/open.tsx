import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { readPendingConsents, readWaiting, type HomeNotices } from "#contract";
import { send } from "../../../api/client.ts";
import { NOTICES_ID, pressAgainIn, takeDrawnNotices } from "../../../session/drawn-home.ts";
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
  if (drawn === null) layOverFoot(place);
  const root = createRoot(place);
  const stop = session.subscribe((now) => {
    if (now.token === token) return;
    stop();
    root.unmount();
  });
  flushSync(() => root.render(<Notices notices={notices} />));
  if (drawn !== null) pressAgainIn(place);
}

/** Lays notices over the foot of home, which grows by their height: what they cover can be scrolled clear of them. */
function layOverFoot(place: HTMLElement): void {
  place.className = css["late"] ?? "";
  const home = place.parentElement;
  if (home === null) return;
  const grow = () => (home.style.marginBottom = `${place.offsetHeight}px`);
  new ResizeObserver(grow).observe(place);
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
