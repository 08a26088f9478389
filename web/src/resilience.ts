import { startConnection } from "./features/connection/start.ts";
import { startReleases } from "./features/release/start.ts";

/** What keeps the page going without a network and over releases; behind everything that is behind the first screen. */
export function startResilience(): void {
  startConnection();
  startReleases();
}
