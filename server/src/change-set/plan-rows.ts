import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import {
  type Change,
  type ChangeSource,
  IDENTITY_NAMES,
  type Identity,
  type Right,
} from "#contract";
import type { Queryable } from "../database/database.ts";
import type { Planned } from "./kinds/kind.ts";
import { RIGHT_HOLDERS } from "../rights/queries.ts";
import {
  type Guard,
  GuardTally,
  type PlannedRow,
  type Population,
  withSeparators,
  newestLabels,
} from "./rules.ts";

/** Rows in one statement. */
const BATCH = 1000;

export interface NewPlan {
  change: Change;
  right: Right;
  made_by: string | null;
  by_operator?: boolean;
  now: Date;
  source?: ChangeSource | undefined;
}

/**
 * Writes a plan, one batch of rows per statement, and returns its id, its counts and the guards that hold it. Its state is
 * `discarded` until `finishPlan`, so that a plan of a node that crashed is shown to nobody, and swept.
 */
export async function insertPlan(
  db: Queryable,
  planned: Planned,
  { change, right, made_by, by_operator = false, now, source }: NewPlan,
): Promise<{ id: string; row_count: number; person_count: number; guards: Guard[] }> {
  const id = randomUUID();
  const { school_id, unmatched = [], apply_at = null } = planned;
  const [act, sentence] = [withSeparators(planned.act), withSeparators(planned.sentence)];
  await db
    .insertInto("change_set")
    .values({
      ...{ id, school_id, kind: change.kind, right_name: right, state: "discarded" },
      ...{ act, sentence, input: JSON.stringify(change), reason: null },
      ...{ guards: "[]", unmatched, row_count: 0, person_count: 0 },
      ...{ source: source === undefined ? null : JSON.stringify(source) },
      ...{ made_by, by_operator, approved_by: null, created_at: now, replaced_by: null, apply_at },
      ...{ applied_at: null, undone_at: null, undo_until: null, undo_rows: null },
    })
    .execute();
  const people = new Set<string>();
  const tally = new GuardTally(made_by ?? "");
  let row_count = 0;
  for (const batch of batches(planned.rows)) {
    await insertRows(db, batch, { id, school_id, from: row_count });
    row_count += batch.length;
    for (const row of batch) {
      tally.add(row);
      if (row.person_id !== null) people.add(row.person_id);
    }
  }
  const guards =
    planned.guards === undefined
      ? tally.guards(await populationsOf(db, tally.groups()))
      : tally.guards([], planned.guards);
  return { id, row_count, person_count: people.size, guards };
}

/** Makes a completely written plan visible: `held` where a guard holds it, else `planned`. */
export async function finishPlan(
  trx: Queryable,
  { id, guards, ...counts }: Awaited<ReturnType<typeof insertPlan>>,
): Promise<void> {
  await trx
    .updateTable("change_set")
    .set({ ...counts, guards: JSON.stringify(guards) })
    .set({ state: guards.length > 0 ? "held" : "planned" })
    .where("id", "=", id)
    .execute();
}

function* batches(rows: Iterable<PlannedRow>): Generator<PlannedRow[]> {
  let batch: PlannedRow[] = [];
  for (const row of rows) {
    if (batch.push(row) < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function insertRows(
  trx: Queryable,
  rows: readonly PlannedRow[],
  { id, school_id, from }: { id: string; school_id: string | null; from: number },
): Promise<void> {
  const written = rows.map((row, index) => ({
    ...{ set_id: id, seq: from + index, school_id, table_key: row.table, key: row.key },
    ...{ before: row.before, after: row.after, label: row.label, words: row.words ?? {} },
    ...{ person_id: row.person_id, state: "planned" },
  }));
  await sql`insert into change_row
    (set_id, seq, school_id, table_key, key, before, after, label, words, person_id, state)
    select r.set_id, r.seq, r.school_id, r.table_key, r.key, nullif(r.before, 'null'), nullif(r.after, 'null'),
      r.label, r.words, r.person_id, r.state
    from jsonb_to_recordset(${JSON.stringify(written)}::text::jsonb) as r(set_id text, seq integer, school_id text,
      table_key text, key jsonb, before jsonb, after jsonb, label text, words jsonb, person_id text, state text)`.execute(
    trx,
  );
}

/** Columns that hold the moment of the plan itself: two plans of the same rows differ in them. */
const MOMENTS = ["created_at", "locked_at"];

/** More rows that are only in one of two plans are not gone through to see whether they are in the other after all. */
const MAX_COMPARED_ROWS = 10_000;

interface Differing {
  made: string | null;
  made_of: string;
  made_label: string;
  stored: string | null;
  stored_of: string;
  stored_label: string;
}

/**
 * Compares the rows of a plan made anew with those of a set; returns the labels of those that differ, up to a bound
 * (CS-02). Row by row in their order, by a digest of each: plans of any size take little memory, and each statement a
 * moment. A row that is new or gone shifts all behind it, so that two of the same digest cancel each other out.
 */
export async function labelsThatDiffer(
  db: Queryable,
  id: string,
  rows: Iterable<PlannedRow>,
  limit: number,
): Promise<string[]> {
  const apart = new Map<string, { of: string; label: string; balance: number }>();
  const note = (digest: string | null, of: string, label: string, by: 1 | -1) => {
    if (digest === null) return;
    const balance = (apart.get(digest)?.balance ?? 0) + by;
    if (balance === 0) apart.delete(digest);
    else apart.set(digest, { of, label, balance });
  };
  let from = 0;
  const compare = async (batch: readonly PlannedRow[]) => {
    const differing = await differingRows(db, batch, { id, from });
    for (const { made, made_of, made_label, stored, stored_of, stored_label } of differing) {
      note(made, made_of, made_label, 1);
      note(stored, stored_of, stored_label, -1);
    }
    from += BATCH;
    return differing.length;
  };
  for (const batch of batches(rows)) {
    await compare(batch);
    if (apart.size > MAX_COMPARED_ROWS) break;
  }
  while (apart.size <= MAX_COMPARED_ROWS && (await compare([])) > 0);
  const storedFirst = [...apart.values()].toSorted((one, other) => one.balance - other.balance);
  return newestLabels(storedFirst).toSorted().slice(0, limit);
}

/** Returns where rows differ from a set's at the same places, a batch from one place on. */
async function differingRows(
  db: Queryable,
  rows: readonly PlannedRow[],
  { id, from }: { id: string; from: number },
): Promise<Differing[]> {
  const values = (column: "before" | "after") =>
    sql`coalesce(nullif(${sql.ref(`r.${column}`)}, 'null') - ${MOMENTS}::text[], 'null')`;
  const digest = sql`md5(jsonb_build_array(r.table_key, r.key, ${values("before")}, ${values("after")})::text)`;
  const of = sql`md5(jsonb_build_array(r.table_key, r.key)::text)`;
  const written = rows.map(({ table: table_key, key, before, after, label }, index) => ({
    ...{ seq: from + index, table_key, key, before, after, label },
  }));
  const { rows: differing } = await sql<Differing>`
    with made as (
      select r.seq, ${digest} as digest, ${of} as of, r.label
      from jsonb_to_recordset(${JSON.stringify(written)}::text::jsonb)
        as r(seq integer, table_key text, key jsonb, before jsonb, after jsonb, label text)
    ), stored as (
      select r.seq, ${digest} as digest, ${of} as of, r.label from change_row r
      where r.set_id = ${id} and r.seq >= ${from} and r.seq < ${from + BATCH}
    )
    select m.digest as made, m.of as made_of, m.label as made_label,
      s.digest as stored, s.of as stored_of, s.label as stored_label
    from made m full join stored s on s.seq = m.seq
    where m.digest is distinct from s.digest`.execute(db);
  return differing;
}

/** Counts the members of each group that a plan ends or changes, before it does. */
export async function populationsOf(
  db: Queryable,
  groups: Iterable<string>,
): Promise<Population[]> {
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

/** Lists the identities, with their schools, that an undo of what is applied would give or take. */
export async function membershipsApplied(
  db: Queryable,
  id: string,
): Promise<{ identity: string; school_id: string }[]> {
  const { rows } = await sql<{ identity: string; school_id: string }>`
    select distinct key ->> 'identity' as identity, key ->> 'school_id' as school_id
    from change_row where set_id = ${id} and state = 'applied' and table_key = 'membership'`.execute(
    db,
  );
  return rows;
}

/** Lists those whom an undo of what is applied would touch, of the people who may do more than others. */
export async function holdersApplied(db: Queryable, id: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct holder.user_id from (${RIGHT_HOLDERS}) holder
    join change_row r on r.person_id = holder.user_id
    where r.set_id = ${id} and r.state = 'applied'`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
