import type { FastifyInstance } from "fastify";
import { acrossSchools } from "../../database/scope.ts";
import type { Queryable } from "../../database/database.ts";

const SWEEP_EVERY_MS = 3_600_000;

/** Forgets from time to time what has run out; answers what stops it. */
export function startSweeping(app: FastifyInstance): () => Promise<void> {
  const timer = setInterval(
    () =>
      app.background.run("old LTI tokens were not dropped", () =>
        acrossSchools("sweep", () => dropExpired(app.db, app.now())),
      ),
    SWEEP_EVERY_MS,
  );
  timer.unref();
  return async () => clearInterval(timer);
}

/** Tokens, choices and assertions that nothing can be done with any more: an assertion is late before it is forgotten. */
export async function dropExpired(db: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - SWEEP_EVERY_MS);
  for (const table of ["lti_access_token", "lti_assertion", "lti_deep_link"] as const) {
    await db.deleteFrom(table).where("expires_at", "<", before).execute();
  }
}
