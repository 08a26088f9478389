import type { FastifyInstance } from "fastify";
import { acrossSchools } from "../database/scope.ts";
import { eraseDue, type EraseElsewhere } from "./due.ts";
import { sweepOld } from "./retention.ts";
import { wipeDeleted } from "./wipe.ts";

const ERASE_EVERY_MS = 60_000;
const SWEEP_EVERY_MS = 3_600_000;

/** Erases who is due, and what is old; answers what stops it. */
export function startSweeping(app: FastifyInstance, elsewhere: EraseElsewhere): () => void {
  const every = (ms: number, what: string, work: () => Promise<void>) =>
    setInterval(() => app.background.run(what, () => acrossSchools("sweep", work)), ms).unref();
  const timers = [
    every(ERASE_EVERY_MS, "nobody was erased", async () => {
      const erased = await eraseDue(app, elsewhere);
      if (erased > 0 && app.config.databaseUrl === undefined) await wipeDeleted(app.db);
    }),
    every(SWEEP_EVERY_MS, "old data was not cleared away", () => sweepOld(app.db, app.now())),
  ];
  return () => timers.forEach((timer) => clearInterval(timer));
}
