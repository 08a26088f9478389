import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type Change, IDENTITY_NAMES, type Identity, type Right } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { Planned } from "./kinds/kind.ts";
import { type Guard, guardedGroup, type PlannedRow, type Population } from "./rules.ts";

/** Rows in one statement. */
const BATCH = 1000;

/** Writes a plan and answers its id and how many rows it has; of many rows a batch at a time is in memory. */
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
): Promise<{ id: string; row_count: number }> {
  const id = randomUUID();
  const { rows, school_id, act, sentence, unmatched = [] } = planned;
  await trx
    .insertInto("change_set")
    .values({
      ...{ id, school_id, kind: set.change.kind, right_name: set.right, state: "planned" },
      ...{ act, sentence, input: JSON.stringify(set.change), reason: null },
      ...{ guards: JSON.stringify(set.guards), unmatched, row_count: 0, person_count: 0 },
      ...{ made_by: set.made_by, approved_by: null, created_at: set.now },
      ...{ applied_at: null, undone_at: null, undo_until: null, undo_rows: null },
    })
    .execute();
  const people = new Set<string>();
  let row_count = 0;
  for (const batch of batches(rows)) {
    await insertRows(trx, batch, { id, school_id, from: row_count });
    row_count += batch.length;
    for (const { person_id } of batch) if (person_id !== null) people.add(person_id);
  }
  await trx
    .updateTable("change_set")
    .set({ row_count, person_count: people.size })
    .where("id", "=", id)
    .execute();
  return { id, row_count };
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

/**
 * Compares two plans of the same change by their rows; returns the labels of those that differ, up to a bound (CS-02).
 * It compares a digest of each row, so that plans of any size take little memory. Wants `planned` around it.
 */
export async function labelsThatDiffer(
  trx: Queryable,
  former: string,
  latter: string,
  atMost: number,
): Promise<string[]> {
  const values = (column: "before" | "after") =>
    sql`coalesce(${sql.ref(`r.${column}`)} - ${MOMENTS}::text[], 'null')`;
  const digest = sql`md5(jsonb_build_array(r.table_key, r.key, ${values("before")}, ${values("after")})::text)`;
  const beyond = (one: string, other: string) => sql`
    select r.label from change_row r where r.set_id = ${one}
      and ${digest} not in (select ${digest} from change_row r where r.set_id = ${other})`;
  const { rows } = await sql<{ label: string }>`
    select distinct label from (${beyond(former, latter)} union all ${beyond(latter, former)}) as differing
    order by label limit ${atMost}`.execute(trx);
  return rows.map(({ label }) => label);
}

/** Deletes a plan that was only made to be compared. */
export async function dropPlan(trx: Queryable, id: string): Promise<void> {
  await trx.deleteFrom("change_set").where("id", "=", id).where("applied_at", "is", null).execute();
}

/** Counts the members of each group that a plan ends or changes, before it does. */
export async function populationsOf(
  db: Queryable,
  rows: Iterable<PlannedRow>,
): Promise<Population[]> {
  const groups = new Set<string>();
  for (const row of rows) {
    const found = guardedGroup(row);
    if (found !== null) groups.add(found.group);
  }
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

const ROWS_AT_ONCE = 10_000;

/** Yields the people whom an undo of what is applied would touch, those of so many rows at a time. */
export async function* peopleApplied(db: Queryable, id: string): AsyncGenerator<string[]> {
  for (let after = -1; ;) {
    const { rows } = await sql<{ seq: number; person_id: string | null }>`
      select seq, person_id from change_row where set_id = ${id} and state = 'applied' and seq > ${after}
      order by seq limit ${ROWS_AT_ONCE}`.execute(db);
    const people = new Set(rows.flatMap(({ person_id }) => person_id ?? []));
    if (people.size > 0) yield [...people];
    if (rows.length < ROWS_AT_ONCE) return;
    after = rows.at(-1)?.seq ?? after;
  }
}
