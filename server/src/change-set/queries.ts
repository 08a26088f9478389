import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Change } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { ChangeRowTable, ChangeSetTable } from "../database/tables/change-set.ts";
import { afterStep, type PlannedRow, statesBefore, type Step } from "./rules.ts";
import type { TableKey } from "./tables.ts";

/** A set without what was asked for, which may name thousands of people. */
export type SetRow = Omit<Selectable<ChangeSetTable>, "input">;
export type StoredRow = Selectable<ChangeRowTable>;

/** Columns of a set without what was asked for. */
export const SET_COLUMNS = [
  ...(["id", "school_id", "kind", "right_name", "state", "act", "sentence", "reason"] as const),
  ...(["guards", "unmatched", "row_count", "person_count", "made_by", "approved_by"] as const),
  ...(["created_at", "applied_at", "undone_at", "undo_until"] as const),
  ...(["applied_count", "undone_count", "outdated_count"] as const),
  ...([
    "undo_rows",
    "undo_overwrites",
    "refusal",
    "refused_by",
    "source",
    "replaced_by",
    "apply_at",
    "by_operator",
  ] as const),
] as const;

export async function findSet(db: Queryable, id: string): Promise<SetRow | undefined> {
  return db.selectFrom("change_set").select(SET_COLUMNS).where("id", "=", id).executeTakeFirst();
}

/** Returns what a set was asked for with; null once its rows are gone. */
export async function readInput(db: Queryable, id: string): Promise<Change | null> {
  const found = await db
    .selectFrom("change_set")
    .select("input")
    .where("id", "=", id)
    .executeTakeFirst();
  return found?.input ?? null;
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

/**
 * Moves a set to the state after a step, with further values; returns false where its state does not allow the step. Of
 * two at the same moment one succeeds.
 */
export async function transition(
  trx: Queryable,
  id: string,
  step: Step,
  values: { [C in keyof SetRow]?: SetRow[C] } = {},
): Promise<boolean> {
  for (const from of statesBefore(step)) {
    const state = afterStep(from, step);
    if (state === undefined) continue;
    const { guards: _guards, source: _source, ...rest } = values;
    const { numUpdatedRows } = await trx
      .updateTable("change_set")
      .set({ ...rest, state })
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
    table,
  }: { after?: number; limit: number; state?: StoredRow["state"] | undefined; table?: TableKey },
): Promise<StoredRow[]> {
  return db
    .selectFrom("change_row")
    .selectAll()
    .where("set_id", "=", id)
    .where("seq", ">", after)
    .$if(state !== undefined, (query) => query.where("state", "=", state ?? "planned"))
    .$if(table !== undefined, (query) => query.where("table_key", "=", table ?? ""))
    .orderBy("seq")
    .limit(limit)
    .execute();
}

/**
 * Returns rows with the others of the same people: a move is two of them, and half of it would leave a pupil in both
 * classes (CS-05).
 */
export async function withWholePeople(
  db: Queryable,
  id: string,
  seqs: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`
    with chosen as (
      select seq, person_id from change_row where set_id = ${id} and seq = any (${[...seqs]}::integer[]))
    select r.seq from change_row r where r.set_id = ${id}
      and (r.seq in (select seq from chosen) or r.person_id in (select person_id from chosen))
    order by r.seq`.execute(db);
  return rows.map(({ seq }) => seq);
}

/** Returns a name that two enabled classes would have once a set, or these rows of it, were undone. */
export async function nameTwiceUndone(
  db: Queryable,
  id: string,
  seqs: readonly number[] | null,
): Promise<string | undefined> {
  const isUndone = (row: string) => sql`${sql.ref(`${row}.set_id`)} = ${id}
    and ${sql.ref(`${row}.table_key`)} = 'class' and ${sql.ref(`${row}.state`)} = 'applied'
    and (${seqs === null} or ${sql.ref(`${row}.seq`)} = any (${seqs ?? []}::integer[]))`;
  const { rows } = await sql<{ name: string }>`
    select other.name from change_row r
    join class k on k.school_id = r.key->>'school_id' and k.id = r.key->>'id'
    join class other on other.school_id = k.school_id and other.id <> k.id and other.is_abled
      and other.name = coalesce(r.before->>'name', k.name)
    where ${isUndone("r")} and r.before is not null
      and coalesce((r.before->>'is_abled')::boolean, k.is_abled)
      and not exists (select from change_row o where ${isUndone("o")}
        and o.key->>'school_id' = other.school_id and o.key->>'id' = other.id)
    limit 1`.execute(db);
  return rows[0]?.name;
}

/**
 * Returns the accounts of the rows' people who exist, by id: not yet, or no more, has nobody a page. Null of people who
 * never were at the set's school, or in its district.
 */
export async function accountsOf(
  db: Queryable,
  rows: readonly Pick<StoredRow, "person_id">[],
  school_id: string | null,
): Promise<ReadonlyMap<string, string | null>> {
  const ids = [...new Set(rows.flatMap(({ person_id }) => person_id ?? []))];
  if (ids.length === 0) return new Map();
  const { rows: found } = await sql<{ id: string; account: string | null }>`
    select u.id, case when ${school_id}::text is null or exists (
      select from membership m join school s on s.id = m.school_id
      where m.user_id = u.id and ${school_id}::text in (s.id, s.parent_id)) then u.account end as account
    from "user" u where u.id = any (${ids}::text[])`.execute(db);
  return new Map(found.map(({ id, account }) => [id, account]));
}

/** Returns a stored row in the form of a planned one, with its number in the set. */
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

/**
 * Stores the outcome of rows that were in one state, and counts it with the set: to count the rows of a large set takes as
 * long as a chunk of it.
 */
export async function markRows(
  trx: Queryable,
  id: string,
  seqs: readonly number[],
  { from, to, note = null }: { from: Outcome | "planned"; to: Outcome; note?: string | null },
): Promise<void> {
  if (seqs.length === 0) return;
  await sql`update change_row set state = ${to}, note = ${note}
    where set_id = ${id} and seq = any (${[...seqs]}::integer[])`.execute(trx);
  if (from === to) return;
  await sql`update change_set set
      ${from === "planned" ? sql`` : sql`${column(from)} = ${column(from)} - ${seqs.length}::integer, `}
      ${column(to)} = ${column(to)} + ${seqs.length}::integer where id = ${id}`.execute(trx);
}

type Outcome = Exclude<StoredRow["state"], "planned">;

/** Returns the column of a set that counts its rows with this outcome. */
function column(outcome: Outcome): RawBuilder<unknown> {
  return sql.ref(`${outcome}_count`);
}

/** Returns those of the people whom a set makes, be it in another of its chunks. */
export async function madeBy(
  db: Queryable,
  id: string,
  people: readonly string[],
): Promise<ReadonlySet<string>> {
  if (people.length === 0) return new Set();
  // from each person's few rows on (`offset 0`): of a set that was just written the planner knows no numbers
  const { rows } = await sql<{ id: string }>`
    select w.id from unnest(${[...new Set(people)]}::text[]) w(id) where exists (
      select from (select r.set_id, r.table_key, r.before from change_row r where r.person_id = w.id offset 0) r
      where r.set_id = ${id} and r.table_key = 'user' and r.before is null)`.execute(db);
  return new Set(rows.map((row) => row.id));
}
