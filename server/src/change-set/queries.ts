import { randomUUID } from "node:crypto";
import { sql, type Selectable } from "kysely";
import {
  type Change,
  type ChangeState,
  IDENTITY_NAMES,
  type Identity,
  type Right,
} from "#contract";
import type { Queryable } from "../database/database.ts";
import type { ChangeRowTable, ChangeSetTable } from "../database/tables/change-set.ts";
import type { Planned } from "./kinds/kind.ts";
import {
  afterStep,
  type Guard,
  guardedGroup,
  type PlannedRow,
  type Population,
  statesBefore,
  type Step,
} from "./rules.ts";
import type { TableKey } from "./tables.ts";

export type SetRow = Selectable<ChangeSetTable>;
export type StoredRow = Selectable<ChangeRowTable>;

/** Rows in one statement. */
const BATCH = 1000;

/** Writes a plan and answers its id. */
export async function insertPlan(
  trx: Queryable,
  planned: Planned,
  set: {
    change: Change;
    right: Right;
    guards: readonly Guard[];
    made_by: string;
    now: Date;
  },
): Promise<string> {
  const id = randomUUID();
  const { rows, school_id, act, sentence, unmatched = [] } = planned;
  const people = new Set(rows.map(({ person_id }) => person_id).filter((one) => one !== null));
  await trx
    .insertInto("change_set")
    .values({
      ...{ id, school_id, kind: set.change.kind, right_name: set.right, state: "planned" },
      ...{ act, sentence, input: JSON.stringify(set.change), reason: null },
      ...{ guards: JSON.stringify(set.guards), unmatched },
      ...{ row_count: rows.length, person_count: people.size },
      ...{ made_by: set.made_by, approved_by: null, created_at: set.now },
      ...{ refused_by: null, refusal: null },
      ...{ applied_at: null, undone_at: null, undo_until: null, undo_rows: null },
    })
    .execute();
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH).map((row, index) => ({
      ...{ set_id: id, seq: from + index, school_id, table_key: row.table, key: row.key },
      ...{ before: row.before, after: row.after, label: row.label, words: row.words ?? {} },
      ...{ person_id: row.person_id, state: "planned" },
    }));
    await sql`insert into change_row
      (set_id, seq, school_id, table_key, key, before, after, label, words, person_id, state)
      select r.set_id, r.seq, r.school_id, r.table_key, r.key, nullif(r.before, 'null'), nullif(r.after, 'null'),
        r.label, r.words, r.person_id, r.state
      from jsonb_to_recordset(${JSON.stringify(batch)}::text::jsonb) as r(set_id text, seq integer, school_id text,
        table_key text, key jsonb, before jsonb, after jsonb, label text, words jsonb, person_id text, state text)`.execute(
      trx,
    );
  }
  return id;
}

/** Deletes a plan that was only made to be compared. */
export async function dropPlan(trx: Queryable, id: string): Promise<void> {
  await trx.deleteFrom("change_set").where("id", "=", id).where("applied_at", "is", null).execute();
}

export async function findSet(db: Queryable, id: string): Promise<SetRow | undefined> {
  return db.selectFrom("change_set").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Returns who started a job. */
export async function jobOwner(db: Queryable, id: string): Promise<string | null> {
  const job = await db
    .selectFrom("job")
    .select("created_by")
    .where("id", "=", id)
    .executeTakeFirst();
  return job?.created_by ?? null;
}

/** Takes a step if the set is in a state from which it is possible; of two who try at once one does. */
export async function takeStep(
  trx: Queryable,
  id: string,
  step: Step,
  values: { [C in keyof SetRow]?: SetRow[C] } = {},
): Promise<boolean> {
  for (const from of statesBefore(step)) {
    const state = afterStep(from, step);
    if (state === undefined) continue;
    const { guards: _guards, input, ...rest } = values;
    const { numUpdatedRows } = await trx
      .updateTable("change_set")
      .set({ ...rest, ...(input === null && { input: null }), state })
      .where("id", "=", id)
      .where("state", "=", from)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return true;
  }
  return false;
}

/** Reads rows of a set in their order. */
export async function readRows(
  db: Queryable,
  id: string,
  {
    after = -1,
    limit,
    state,
  }: { after?: number; limit: number; state?: StoredRow["state"] | undefined },
): Promise<StoredRow[]> {
  return db
    .selectFrom("change_row")
    .selectAll()
    .where("set_id", "=", id)
    .where("seq", ">", after)
    .$if(state !== undefined, (query) => query.where("state", "=", state ?? "planned"))
    .orderBy("seq")
    .limit(limit)
    .execute();
}

export function asPlanned(row: StoredRow): PlannedRow & { seq: number } {
  return {
    seq: row.seq,
    table: row.table_key as TableKey,
    key: row.key as Record<string, string>,
    before: row.before,
    after: row.after,
    label: row.label,
    words: row.words,
    person_id: row.person_id,
  };
}

/** Notes what became of rows. */
export async function markRows(
  trx: Queryable,
  id: string,
  seqs: readonly number[],
  state: StoredRow["state"],
  note: string | null = null,
): Promise<void> {
  if (seqs.length === 0) return;
  await sql`update change_row set state = ${state}, note = ${note}
    where set_id = ${id} and seq = any (${[...seqs]}::integer[])`.execute(trx);
}

/** Counts a set's rows by what became of them. */
export async function countRows(db: Queryable, ids: readonly string[]) {
  const counts = new Map<string, Record<StoredRow["state"], number>>();
  if (ids.length === 0) return counts;
  const rows = await db
    .selectFrom("change_row")
    .select(["set_id", "state"])
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("set_id", "in", [...ids])
    .groupBy(["set_id", "state"])
    .execute();
  for (const { set_id, state, count } of rows) {
    const of = counts.get(set_id) ?? { planned: 0, applied: 0, undone: 0, outdated: 0 };
    counts.set(set_id, { ...of, [state]: count });
  }
  return counts;
}

/** Counts the members of each group that a plan ends or changes, before it does. */
export async function populationsOf(
  db: Queryable,
  rows: readonly PlannedRow[],
): Promise<Population[]> {
  const groups = new Set(rows.flatMap((row) => guardedGroup(row)?.group ?? []));
  const populations: Population[] = [];
  for (const group of groups) {
    const [school_id = "", kind = "", class_id] = group.split(" ");
    const { rows: found } =
      class_id === undefined
        ? await sql<{ name: string; members: number }>`
            select s.name, (select count(*)::integer from membership m where m.school_id = s.id
              and m.identity = ${kind} and m.is_abled) as members from school s where s.id = ${school_id}`.execute(
            db,
          )
        : await sql<{ name: string; members: number }>`
            select k.name, (select count(*)::integer from class_student cs where cs.school_id = k.school_id
              and cs.class_id = k.id) as members from class k where k.school_id = ${school_id} and k.id = ${class_id}`.execute(
            db,
          );
    const [{ name, members } = { name: "", members: 0 }] = found;
    const who = class_id === undefined ? IDENTITY_NAMES[kind as Identity] : "学生";
    populations.push({ group, name: `“${name}”的${who}`, members });
  }
  return populations;
}

const LISTED = 30;

/** Lists sets newest first: the person's own, and those of the places at which the person has the right of each. */
export async function listSets(
  db: Queryable,
  {
    user_id,
    reach,
    approves,
    state,
    after,
  }: {
    user_id: string;
    /** By right, the schools; "all" for every one. */
    reach: readonly { right: Right; schools: "all" | readonly string[] }[];
    /** The schools at which the person approves what waits for it, of whatever kind. */
    approves: "all" | readonly string[];
    state: ChangeState | undefined;
    after: string | undefined;
  },
): Promise<{ sets: SetRow[]; next: string | null }> {
  const last = after === undefined ? undefined : readPlace(after);
  const rows = await db
    .selectFrom("change_set")
    .selectAll()
    .where(({ or, eb, and }) =>
      or([
        eb("made_by", "=", user_id),
        and([eb("state", "=", "waiting"), within(approves)]),
        ...reach.map(({ right, schools }) => and([eb("right_name", "=", right), within(schools)])),
      ]),
    )
    .$if(state !== undefined, (query) => query.where("state", "=", state ?? "planned"))
    .$if(last !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("created_at", "id"), "<", tuple(last?.at ?? new Date(0), last?.id ?? "")),
      ),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(LISTED + 1)
    .execute();
  const sets = rows.slice(0, LISTED);
  const end = sets.at(-1);
  const more = rows.length > LISTED && end !== undefined;
  return { sets, next: more ? `${end.created_at.toISOString()} ${end.id}` : null };
}

/** Tells of a `change_set` whether it is one of schools' own. */
function within(schools: "all" | readonly string[]) {
  return schools === "all"
    ? sql<boolean>`true`
    : sql<boolean>`school_id = any (${[...schools]}::text[])`;
}

/** Reads the place that a page ended at; undefined where it is none: the list is shown from its beginning. */
function readPlace(text: string): { at: Date; id: string } | undefined {
  const [moment = "", id = ""] = text.split(" ");
  const at = new Date(moment);
  return Number.isNaN(at.getTime()) ? undefined : { at, id };
}
