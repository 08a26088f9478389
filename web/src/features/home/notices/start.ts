import { currentPath, onPathChange } from "../../../platform/navigation.ts";
import { session } from "../../../session/session.ts";
import { mayShowNotices } from "./rules.ts";

/**
 * Shows on home, once for a sign-in, what somebody should know of: a child under 14 whom no guardian has agreed for yet
 * (SE-08), the erasure of a child, requests that wait for a decision (ID-11), what others did to the account (AD-12).
 * Without its script the page goes on, and the chunk guard has reported it.
 */
export function startNotices(): void {
  let shownFor: string | null = null;
  const look = () => {
    const { token, user } = session.getState();
    if (user === null || !mayShowNotices({ path: currentPath(), token, shownFor })) return;
    shownFor = token;
    import("./open.tsx").then(
      ({ showNotices }) => showNotices(),
      () => {},
    );
  };
  session.subscribe((now, before) => {
    if (now.user !== before.user) look();
  });
  onPathChange(look);
  look();
}
