import type { FastifyInstance } from "fastify";
import { eraseDue, type EraseElsewhere } from "./due.ts";
import { sweepOld } from "./retention.ts";
import { wipeOwed, WIPE } from "./wipe.ts";

const ERASE_EVERY_MS = 60_000;
const SWEEP_EVERY_MS = 3_600_000;

/** Erases who is due, clears away what is old, and has the embedded database's files forget what was erased. */
export function sweepPersonalData(app: FastifyInstance, elsewhere: EraseElsewhere): void {
  app.jobs.handle("erasure", { everyMs: ERASE_EVERY_MS, run: () => eraseDue(app, elsewhere) });
  app.jobs.handle("retention", {
    everyMs: SWEEP_EVERY_MS,
    run: () => sweepOld(app.db, app.now()),
  });
  if (app.config.databaseUrl === undefined) {
    app.jobs.handle("wipe", { ...WIPE, run: () => wipeOwed(app.db) });
  }
}
