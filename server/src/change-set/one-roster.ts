import type { FastifyInstance, FastifyRequest } from "fastify";
import { chinaDay, type ChangeSource } from "#contract";
import type { Queryable } from "../database/database.ts";
import {
  type Bundle,
  type Checked,
  checkAndPlan,
  type FaultList,
  findBundle,
  foldBundle,
  dropBundle,
  insertBundle,
  presentBundle,
} from "../roster/api.ts";
import { oneRosterRows, readPresent } from "./kinds/one-roster-rows.ts";
import { NothingToChange } from "./kinds/kind.ts";
import type { Maker } from "./operator.ts";
import { plan } from "./plans.ts";
import { findSet, type SetRow, transition } from "./queries.ts";
import { populationsOf } from "./plan-rows.ts";
import { type Guard, GuardTally, type PlannedRow, wantsOf } from "./rules.ts";
import { lastJobs } from "./view.ts";

/** A roster that came from somewhere: a file in the page, the command, or a service at night. */
interface CameRoster {
  /** The code of its source: rows belong to it for good. */
  source: string;
  bundle: Bundle;
  /** The source that the change set names (CS-06); absent: none. */
  from?: ChangeSource;
  /** Faults that its reading already found. */
  faults?: FaultList;
}

/**
 * Plans the change set that makes the platform's rows of a source what its records say. The records are checked whole first,
 * kept until the change can no longer be taken back, and laid over what the source brought before where they are not all.
 * Nothing is applied: `startApplying` does.
 *
 * @returns the planned or held set; null where nothing differs
 * @throws RosterRefused with every fault, and Refusal where the maker may not import what is in it
 */
export async function planOneRoster(
  app: FastifyInstance,
  maker: Maker,
  came: CameRoster,
  options: { request?: FastifyRequest | null } = {},
): Promise<SetRow | null> {
  const { bundle, source, faults } = came;
  const today = chinaDay(app.now());
  const checked = await checkAndPlan(app.db, { bundle, source, today }, faults);
  return planChecked(app, maker, checked, { ...options, ...(came.from && { from: came.from }) });
}

/** Plans the change set of a roster that has been checked; null where nothing differs. */
export async function planChecked(
  app: FastifyInstance,
  maker: Maker,
  { source, tables }: Checked,
  { request = null, from }: { request?: FastifyRequest | null; from?: ChangeSource } = {},
): Promise<SetRow | null> {
  const now = app.now();
  const bundle_id = await app.db.transaction().execute(async (trx) => {
    const base_id = await presentBundle(trx, source);
    return insertBundle(trx, { source, base_id, now }, tables);
  });
  try {
    const change = { kind: "one-roster-import", bundle_id } as const;
    const id = await plan(app, maker, change, { request, ...(from && { source: from }) });
    return (await findSet(app.db, id)) ?? null;
  } catch (error) {
    const kept = await findBundle(app.db, bundle_id);
    const isSame = error instanceof NothingToChange;
    await app.db.transaction().execute(async (trx) => {
      // what no row shows may still be what a later delta refers to
      if (isSame && kept !== undefined) await foldBundle(trx, kept);
      else await dropBundle(trx, bundle_id);
    });
    if (isSame) return null;
    throw error;
  }
}

/** Rows of one table that a roster makes, changes and ends. */
export interface RowCounts {
  created: number;
  changed: number;
  ended: number;
}

/** Counts what a checked roster would do, by table, and says what would hold it; nothing is written. */
export async function previewOneRoster(
  db: Queryable,
  { source, plan }: Checked,
  now: Date,
): Promise<{ counts: Record<string, RowCounts>; guards: Guard[] }> {
  const present = await readPresent(db, source, plan);
  const bundles = { from: null, hasSource: true, to: "" };
  const counts: Record<string, RowCounts> = {};
  const tally = new GuardTally("");
  for (const row of oneRosterRows({ source, plan, present, bundles, now })) {
    const { table, before, after } = row;
    tally.add(row);
    const of = (counts[table] ??= { created: 0, changed: 0, ended: 0 });
    const isEnd = after === null || (table !== "user" && after["is_abled"] === false);
    if (before === null) of.created += 1;
    // an account that changes hands is freed first: that is no change of its own
    else if (isFreed(after)) continue;
    else if (isEnd) of.ended += 1;
    else of.changed += 1;
  }
  return { counts, guards: tally.guards(await populationsOf(db, tally.groups())) };
}

function isFreed(after: PlannedRow["after"]): boolean {
  const account = after?.["account"];
  return typeof account === "string" && account.startsWith("~");
}

/** Returns the state of a set, with how far its job is; `failed` where the job has been given up. */
export async function progressOf(
  app: FastifyInstance,
  id: string,
): Promise<{ state: string; done: number; error: string | null; failed: boolean }> {
  const set = await findSet(app.db, id);
  const job = (await lastJobs(app.db, [id])).get(id);
  return {
    state: set?.state ?? "discarded",
    done: job?.progress ?? 0,
    error: job?.error ?? null,
    failed: job?.state === "failed",
  };
}

/**
 * Starts to apply a planned set at once, or, where a guard holds it, leaves it to wait for a person in the page (CS-03).
 *
 * @param by the person in whose name it is applied; null: nobody's
 */
export async function startApplying(
  app: FastifyInstance,
  set: SetRow,
  { by, reason = null }: { by: string | null; reason?: string | null },
): Promise<"applying" | "waiting"> {
  const { id, guards, row_count, school_id, kind } = set;
  const isFree =
    guards.length === 0 || (wantsOf(guards, row_count) === "reason" && reason !== null);
  await app.db.transaction().execute(async (trx) => {
    if (!(await transition(trx, id, isFree ? "apply" : "wait", { reason }))) return;
    if (isFree) {
      await app.jobs.enqueue(trx, {
        ...{ kind: "change-apply", ref_id: id },
        ...(by !== null && { created_by: by }),
        ...(school_id !== null && { school_id }),
      });
    }
    const object = { kind: "change-set", id };
    const detail = { step: isFree ? "apply" : "approval-wanted", kind, rows: row_count };
    const actor = { user_id: by ?? undefined, school_id };
    await app.audit.record(null, { action: "change-set", actor, object, detail }, trx);
  });
  app.jobs.wake();
  return isFree ? "applying" : "waiting";
}

/** Gives up a set that nobody has decided about, for a newer one where there is one; nothing else. */
export async function discardPlan(
  trx: Queryable,
  { id, state }: Pick<SetRow, "id" | "state">,
  replaced_by: string | null,
): Promise<void> {
  if (state === "planned" || state === "held")
    await transition(trx, id, "discard", { replaced_by });
}
