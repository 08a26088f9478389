import { startEyeCare } from "./features/eye-care/start.ts";
import { startNotices } from "./features/notices/start.ts";
import { followOtherTabs } from "./session/follow-tabs.ts";
import { startSharing } from "./session/shared-data.ts";

/** What begins with the page, but no first screen waits for. */
export function startBehind(): void {
  followOtherTabs();
  startSharing();
  startEyeCare();
  startNotices();
  // The chunk guard tells when it does not come.
  import("./resilience.ts").then(
    ({ startResilience }) => startResilience(),
    () => {},
  );
}
