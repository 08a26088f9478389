import { startEyeCare } from "./features/eye-care/start.ts";
import { startNotices } from "./features/home/notices/start.ts";
import { followOtherTabs } from "./session/follow-tabs.ts";
import { startSharing } from "./session/shared-data.ts";

/** Ignores a failed import: the chunk guard reports it. */
const ignore = () => {};

/** Starts what belongs to every page, but no first screen waits for. */
export function startBackground(): void {
  followOtherTabs();
  startSharing();
  startEyeCare();
  startNotices();
  import("./ui/toast-lines.tsx").catch(ignore);
  // Last: what keeps the page going without a network, and over releases.
  import("./features/connection/start.ts").then(({ startConnection }) => startConnection(), ignore);
  import("./app/fetch-modules-ahead.ts").then(
    ({ startFetchingAhead }) => startFetchingAhead(),
    ignore,
  );
  import("./features/release/start.ts").then(({ startReleases }) => startReleases(), ignore);
}
