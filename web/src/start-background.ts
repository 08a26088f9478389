import { keepPlace } from "./app/connect-api.ts";
import { startPrefetching } from "./app/prefetch-modules.ts";
import { startConnection } from "./features/connection/start.ts";
import { startEyeCare } from "./features/eye-care/start.ts";
import { startNotices } from "./features/home/notices/start.ts";
import { startReleases } from "./features/release/start.ts";
import { followTexts, guardNodes } from "./platform/altered-page.ts";
import { whenIdle } from "./platform/when-idle.ts";
import { followOtherTabs } from "./session/follow-tabs.ts";
import { startSharing } from "./session/shared-data.ts";

/** Ignores a failed import: the chunk guard reports it. */
const ignore = () => {};

/** The longest wait in ms for a moment in which the browser has nothing to do. */
const IDLE_WITHIN_MS = 2000;

/** Starts what belongs to every page, but no first screen waits for. */
export function startBackground(): void {
  guardNodes();
  followTexts(document);
  followOtherTabs(keepPlace);
  startSharing();
  startEyeCare();
  startNotices();
  followForcedColours();
  // Last, when the first screen has been drawn: what keeps the page going without a network, and over releases.
  whenIdle(() => {
    startConnection();
    startPrefetching();
    startReleases();
  }, IDLE_WITHIN_MS);
}

/** Fetches the sheet for who reads in colours of their own, at once or when they turn these on. */
function followForcedColours(): void {
  const system = matchMedia("(forced-colors:active)");
  const dress = () => {
    if (system.matches) import("./styles/forced-colors.css").catch(ignore);
  };
  dress();
  // Safari 13 has no events of it
  system.addEventListener?.("change", dress);
}
