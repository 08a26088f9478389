import type { Database } from "../database/database.ts";
import { presentRelease, putRelease } from "./queries.ts";

/** Where the page itself is had. */
export const WEB_URL = "/platformEntry/";

/**
 * Makes the build of the page that this node serves the present release of `web`. The node that started last is right:
 * in a rollout that is a new one, after going back an old one; a build that is present already keeps what an operator
 * said of it.
 */
export async function announceBuild(db: Database, version: string, now: Date): Promise<void> {
  const present = await presentRelease(db, "web");
  if (present?.version === version) return;
  await putRelease(db, { device: "web", version, force: false, notes: "", url: WEB_URL }, now);
}
