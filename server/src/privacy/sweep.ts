import type { FastifyInstance } from "fastify";
import { acrossSchools } from "../database/scope.ts";
import { eraseDue, type EraseElsewhere } from "./due.ts";
import { sweepOld } from "./retention.ts";
import { wiper } from "./wipe.ts";

const ERASE_EVERY_MS = 60_000;
const SWEEP_EVERY_MS = 3_600_000;

/**
 * Erases who is due, and what is old; pays a wipe that an earlier run still owed, not before the first interval is over,
 * so that one that ends the process lets it serve until then. Answers what stops it.
 */
export function startSweeping(app: FastifyInstance, elsewhere: EraseElsewhere): () => void {
  const run = (what: string, work: () => Promise<void>) =>
    app.background.run(what, () => acrossSchools("sweep", work));
  const every = (ms: number, what: string, work: () => Promise<void>) =>
    setInterval(() => run(what, work), ms).unref();
  const wipe = app.config.databaseUrl === undefined ? wiper(app.db, app.now) : async () => {};
  const timers = [
    every(ERASE_EVERY_MS, "nobody was erased", async () => {
      try {
        await eraseDue(app, elsewhere);
      } finally {
        run("what was erased is still in the files", wipe);
      }
    }),
    every(SWEEP_EVERY_MS, "old data was not cleared away", () => sweepOld(app.db, app.now())),
  ];
  return () => timers.forEach((timer) => clearInterval(timer));
}
