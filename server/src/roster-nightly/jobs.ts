import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Queryable } from "../database/database.ts";
import type { RunningJob } from "../platform/job-attempt.ts";
import { beginRun, endRun, findOrganisation } from "./connections.ts";
import { notifyMaintainer } from "./messages.ts";
import { makeProviderFetch, waiter } from "./provider/calls.ts";
import { syncRoster } from "./run.ts";
import { dueOn } from "./schedule.ts";

const RUN = "roster-nightly";
const BY_HAND = "roster-by-hand";
const LOOK_EVERY_MS = 60_000;
const TRIES = 3;
/** Milliseconds after which a run is given up. */
const RUN_WITHIN_MS = 3_600_000;

/** Declares the jobs: the look for runs that are due, and the runs. */
export function handleJobs(app: FastifyInstance): void {
  app.jobs.handle("roster-nightly-look", { everyMs: LOOK_EVERY_MS, run: () => lookForDue(app) });
  const work = (by_hand: boolean) => ({
    tries: TRIES,
    run: (job: RunningJob) => runOne(app, job, by_hand),
  });
  app.jobs.handle(RUN, work(false));
  app.jobs.handle(BY_HAND, work(true));
}

/**
 * Begins a run as soon as the caller's transaction is over; does nothing where one is open. It counts as running from now
 * on: whoever looks before its job has started would not look again.
 */
export async function beginByHand(
  app: FastifyInstance,
  trx: Queryable,
  { school_id, by }: { school_id: string; by: string },
): Promise<void> {
  const job = { kind: BY_HAND, ref_id: school_id, school_id, created_by: by };
  const id = await app.jobs.enqueue(trx, job);
  if (id === undefined) return;
  await beginRun(trx, { id, school_id, by_hand: true, started_at: app.now() });
}

async function runOne(app: FastifyInstance, job: RunningJob, by_hand: boolean): Promise<void> {
  const { id: run_id, ref_id: school_id } = job;
  const signal = AbortSignal.any([job.signal, AbortSignal.timeout(RUN_WITHIN_MS)]);
  const means = {
    ...{ call: makeProviderFetch(app.config), signal, wait: waiter(signal) },
    onProgress: (done: number, total: number) => job.progress(done, total),
  };
  try {
    await syncRoster(app, { run_id, school_id, by_hand }, means);
  } catch (error) {
    if (job.attempt >= TRIES && !job.signal.aborted) {
      const sentence = "平台这边出了故障，请联系运维人员";
      const end = { outcome: "failed", sentence, finished_at: app.now() } as const;
      await endRun(app.db, run_id, end);
    }
    throw error;
  }
}

/** Enqueues the runs that are due; one whose time is past is noted as such, and its maintainer is notified. */
async function lookForDue(app: FastifyInstance): Promise<void> {
  const now = app.now();
  const connections = await app.db
    .selectFrom("roster_connection")
    .select(["school_id", "is_on", "hour", "weekdays", "days_without", "last_day", "updated_by"])
    .where("is_on", "=", true)
    .execute();
  for (const connection of connections) {
    const due = dueOn(connection, now);
    if (due === undefined) continue;
    const { school_id, last_day } = connection;
    await app.db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable("roster_connection")
        .set({ last_day: due.day })
        .where("school_id", "=", school_id)
        .where("last_day", last_day === null ? "is" : "=", last_day)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      if (!due.isLate) {
        await app.jobs.enqueue(trx, { kind: RUN, ref_id: school_id, school_id });
        return;
      }
      const id = randomUUID();
      const sentence = "到时间时平台没有运行，错过了这一次";
      await beginRun(trx, { id, school_id, by_hand: false, started_at: now });
      await endRun(trx, id, { outcome: "failed", sentence, finished_at: now });
      const organisation = await findOrganisation(trx, school_id);
      if (organisation === undefined) return;
      await notifyMaintainer(app, trx, {
        kind: "nightly-failed",
        connection,
        organisation,
        sentence,
      });
    });
  }
  app.jobs.wake();
}
