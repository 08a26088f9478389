import type { Queryable } from "../../database/database.ts";

/** How often what has run out is dropped, and how long after. */
export const SWEEP_EVERY_MS = 3_600_000;

/** Drops tokens, choices and assertions that nothing can be done with any more: an assertion is late before it is forgotten. */
export async function dropExpired(db: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - SWEEP_EVERY_MS);
  for (const table of ["lti_access_token", "lti_assertion", "lti_deep_link"] as const) {
    await db.deleteFrom(table).where("expires_at", "<", before).execute();
  }
}
