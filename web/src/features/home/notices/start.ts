import { currentPath, onPathChange } from "../../../platform/navigation.ts";
import { session } from "../../../session/session.ts";
import { mayShowNotices } from "./rules.ts";

/**
 * Loads the notices on home, once per sign-in: a child under 14 without a guardian's consent (SE-08), the erasure of a
 * child, requests that wait for a decision (ID-11), what others did to the account (AD-12). Without its script the page
 * works on; the chunk guard has reported it.
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
