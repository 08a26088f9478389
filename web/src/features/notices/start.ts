import { currentPath, onPathChange } from "../../platform/navigation.ts";
import { session } from "../../session/session.ts";
import { mayTell } from "./rules.ts";

/**
 * Tells on home, once for a sign-in, what somebody should know of: a child under 14 whom no guardian has agreed for yet
 * (SE-08), the erasure of a child, requests that wait for a decision (ID-11). Its script is fetched for adults alone;
 * without it the page goes on, and the chunk guard has told the operator.
 */
export function startNotices(): void {
  let toldFor: string | null = null;
  const look = () => {
    const { token, user } = session.getState();
    const identities = user?.identities ?? [];
    if (!mayTell({ path: currentPath(), token, identities, toldFor })) return;
    toldFor = token;
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
