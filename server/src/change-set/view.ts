import type { ChangeSet } from "#contract";
import { sql } from "kysely";
import type { Queryable } from "../database/database.ts";
import type { SetRow } from "./queries.ts";
import { afterStep, wantsOf } from "./rules.ts";

/** Stands for the operator, who is nobody of the platform. */
const BY_COMMAND = { id: "operator", name: "运维人员（命令）" };

/** Returns sets as administration's pages show them: in words, with maker, progress and possible steps. */
export async function viewsOf(
  db: Queryable,
  sets: readonly SetRow[],
  { now, mayApprove }: { now: Date; mayApprove: (set: SetRow) => boolean },
): Promise<ChangeSet[]> {
  const people = await named(
    db,
    "user",
    sets.flatMap(({ made_by, approved_by, refused_by }) => [made_by, approved_by, refused_by]),
  );
  const schools = await named(
    db,
    "school",
    sets.map(({ school_id }) => school_id),
  );
  const jobs = await lastJobs(
    db,
    sets.map(({ id }) => id),
  );
  const person = (id: string | null) => {
    const name = id === null ? undefined : people.get(id);
    return id === null || name === undefined ? null : { id, name };
  };
  return sets.map((set) => {
    const job = jobs.get(set.id);
    const isRunning = set.state === "applying" || set.state === "undoing";
    const hasFailed = isRunning && job?.state === "failed";
    const wants = wantsOf(set.guards, set.row_count);
    const isUndoable = set.undo_until !== null && set.undo_until > now;
    return {
      id: set.id,
      kind: set.kind,
      state: set.state,
      act: set.act,
      sentence: set.sentence,
      place_name:
        (set.school_id === null ? undefined : schools.get(set.school_id)) ??
        (set.kind === "district-make" ? "平台" : "多个学校或区域"),
      made_by: set.by_operator ? BY_COMMAND : person(set.made_by),
      approved_by: person(set.approved_by),
      refused:
        set.refused_by === null && set.refusal === null
          ? null
          : { by: person(set.refused_by)?.name ?? null, why: set.refusal },
      reason: set.reason,
      guards: set.guards,
      counts: {
        rows: set.row_count,
        people: set.person_count,
        applied: set.applied_count,
        undone: set.undone_count,
        outdated: set.outdated_count,
      },
      progress: isRunning ? { done: job?.progress ?? 0, total: job?.total ?? set.row_count } : null,
      error: set.state === "outdated" || hasFailed ? (job?.error ?? null) : null,
      wants: wants === "approval" && set.approved_by !== null ? "reason" : wants,
      may: {
        apply:
          !["waiting", "scheduled"].includes(set.state) &&
          afterStep(set.state, "apply") !== undefined,
        approve: set.state === "waiting" && mayApprove(set),
        undo: afterStep(set.state, "undo") !== undefined && isUndoable,
        discard: afterStep(set.state, "discard") !== undefined,
      },
      unmatched: set.unmatched,
      source: set.source,
      replaced_by: set.replaced_by,
      apply_at: set.apply_at?.toISOString() ?? null,
      created_at: set.created_at.toISOString(),
      applied_at: set.applied_at?.toISOString() ?? null,
      undone_at: set.undone_at?.toISOString() ?? null,
      undo_until: set.undo_until?.toISOString() ?? null,
    };
  });
}

async function named(
  db: Queryable,
  table: "user" | "school",
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom(table)
    .select(["id", "name"])
    .where("id", "in", wanted)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

interface LastJob {
  ref_id: string;
  state: string;
  progress: number;
  total: number | null;
  error: string | null;
}

/** Returns the sentence with which the last job of a set ended; null where it has none. */
export async function lastError(db: Queryable, id: string): Promise<string | null> {
  return (await lastJobs(db, [id])).get(id)?.error ?? null;
}

/** Reads the newest job of each set that has one, by the set's id. */
export async function lastJobs(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, LastJob>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<LastJob>`
    select distinct on (ref_id) ref_id, state, progress, total, error from job
    where kind in ('change-apply', 'change-undo', 'change-due') and ref_id = any (${[...ids]}::text[])
    order by ref_id, created_at desc, id`.execute(db);
  return new Map(rows.map((row) => [row.ref_id, row]));
}
