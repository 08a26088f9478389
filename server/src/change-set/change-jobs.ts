import type { FastifyInstance } from "fastify";
import { CHANGE_TRIES, runApply, runUndo } from "./apply.ts";
import { endExpired, sweepChangeSets } from "./expire.ts";
import { runDue } from "./scheduled.ts";

const SWEEP_EVERY_MS = 3_600_000;
const LOOK_EVERY_MS = 60_000;

/** Registers the jobs that apply, undo and sweep change sets (CS-01…07). */
export function handleChangeJobs(app: FastifyInstance): void {
  const change = { atOnce: 2, tries: CHANGE_TRIES };
  app.jobs.handle("change-apply", { ...change, run: (job) => runApply(app, job) });
  app.jobs.handle("change-undo", { ...change, run: (job) => runUndo(app, job) });
  app.jobs.handle("change-due", { ...change, run: (job) => runDue(app, job) });
  app.jobs.handle("until-over", { everyMs: LOOK_EVERY_MS, run: () => endExpired(app) });
  app.jobs.handle("change-sweep", {
    everyMs: SWEEP_EVERY_MS,
    run: () => sweepChangeSets(app.db, app.now()),
  });
}
