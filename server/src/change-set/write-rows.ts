import { sql, type RawBuilder } from "kysely";
import type { Queryable } from "../database/database.ts";
import { isReferredTo } from "../database/unavailable.ts";
import { holdGroups } from "../group/api.ts";
import type { PlannedRow } from "./rules.ts";
import { type TableKey, writtenTable } from "./tables.ts";

/** Rows in one statement. */
const BATCH = 1000;

export interface NumberedRow extends PlannedRow {
  seq: number;
}

type Act = "insert" | "update" | "delete";

/**
 * Writes rows, in their order: each only where the row is still as its `before` says, or is still missing.
 *
 * @param overwrites whether a row that is no longer as it was is written all the same
 * @returns the numbers of those that were written
 */
export async function writeRows(
  trx: Queryable,
  rows: readonly NumberedRow[],
  { overwrites = false }: { overwrites?: boolean } = {},
): Promise<Set<number>> {
  const written = new Set<number>();
  for (const batch of batches(await withoutRemovedGroups(trx, rows))) {
    const [first] = batch;
    if (first === undefined) continue;
    const act = actOf(first);
    if (REFERRED.includes(first.table) && act === "delete") {
      for (const seq of await deleteReferredTo(trx, batch, overwrites)) written.add(seq);
      continue;
    }
    const statement = statementFor(first.table, act, batch, overwrites);
    const { rows: done } = await statement.execute(trx);
    for (const { seq } of done) written.add(seq);
  }
  return written;
}

/** Leaves out rows of groups that were removed since: what is removed keeps nobody. */
async function withoutRemovedGroups(
  trx: Queryable,
  rows: readonly NumberedRow[],
): Promise<NumberedRow[]> {
  const groupOf = ({ table, key }: NumberedRow) =>
    table === "people_group_member" ? key["group_id"] : undefined;
  const ids = new Set(rows.map(groupOf).filter((id) => id !== undefined));
  const held = await holdGroups(trx, [...ids]);
  return rows.filter((row) => {
    const id = groupOf(row);
    return id === undefined || held.has(id);
  });
}

/** Tables whose rows others refer to that no change set made. */
const REFERRED: readonly TableKey[] = ["user", "class", "school", "subject"];

/**
 * Deletes people, classes or schools that a change had made, unless something refers to them since: a sign-in of the person, a pupil
 * who came to the class. All in one statement, and half by half where one of them is referred to.
 */
async function deleteReferredTo(
  trx: Queryable,
  rows: readonly NumberedRow[],
  overwrites: boolean,
): Promise<number[]> {
  const [first] = rows;
  if (first === undefined) return [];
  await sql`savepoint made`.execute(trx);
  try {
    const { rows: done } = await statementFor(first.table, "delete", rows, overwrites).execute(trx);
    await sql`release savepoint made`.execute(trx);
    return done.map(({ seq }) => seq);
  } catch (error) {
    if (!isReferredTo(error)) throw error;
    await sql`rollback to savepoint made`.execute(trx);
    await sql`release savepoint made`.execute(trx);
    if (rows.length === 1) return [];
    const half = Math.ceil(rows.length / 2);
    const before = await deleteReferredTo(trx, rows.slice(0, half), overwrites);
    return [...before, ...(await deleteReferredTo(trx, rows.slice(half), overwrites))];
  }
}

function actOf({ before, after }: PlannedRow): Act {
  if (before === null) return "insert";
  return after === null ? "delete" : "update";
}

/** Yields runs of rows with the same act on the same table, each row of it once, so that the order between them is kept. */
function* batches(rows: readonly NumberedRow[]): Generator<NumberedRow[]> {
  let batch: NumberedRow[] = [];
  const keys = new Set<string>();
  for (const row of rows) {
    const [first] = batch;
    const isOther = first && (first.table !== row.table || actOf(first) !== actOf(row));
    const key = Object.values(row.key).join("\n");
    if (isOther || batch.length >= BATCH || keys.has(key)) {
      yield batch;
      batch = [];
      keys.clear();
    }
    batch.push(row);
    keys.add(key);
  }
  if (batch.length > 0) yield batch;
}

function statementFor(
  key: TableKey,
  act: Act,
  rows: readonly NumberedRow[],
  overwrites: boolean,
): RawBuilder<{ seq: number }> {
  const shape = writtenTable(key);
  const table = sql.table(shape.table);
  const wanted = JSON.stringify(
    rows.map(({ seq, key: of, before, after }) => ({ seq, of, before, after })),
  );
  const given = sql`with w as (
    select * from jsonb_to_recordset(${wanted}::text::jsonb) as r(seq integer, of jsonb, before jsonb, after jsonb))`;
  const isIt = sql.join(
    shape.key.map((column) => sql`t.${sql.ref(column)} = w.of ->> ${sql.lit(column)}`),
    sql` and `,
  );
  // compared as the table would store them: a moment or a list has several spellings
  const isStill = overwrites
    ? sql`true`
    : sql`not exists (select from jsonb_object_keys(w.before) b where to_jsonb(t) -> b
        is distinct from to_jsonb(jsonb_populate_record(null::${table}, w.before)) -> b)`;
  if (act === "delete") {
    return sql`${given} delete from ${table} t using w where ${isIt} and ${isStill} returning w.seq`;
  }
  if (act === "update") {
    const sets = shape.columns.map(
      (column) => sql`${sql.ref(column)} = case when w.after ? ${sql.lit(column)}
        then (jsonb_populate_record(null::${table}, w.after)).${sql.ref(column)} else t.${sql.ref(column)} end`,
    );
    return sql`${given} update ${table} t set ${sql.join(sets)} from w where ${isIt} and ${isStill} returning w.seq`;
  }
  const columns = columnsSet(shape, rows);
  const list = sql.join(columns.map((column) => sql.ref(column)));
  return sql`${given}, n as (
      select seq, of, jsonb_populate_record(null::${table}, of || after) as r from w),
    made as (insert into ${table} (${list}) select ${sql.join(columns.map((column) => sql`(n.r).${sql.ref(column)}`))}
      from n on conflict do nothing returning ${sql.join(shape.key.map((column) => sql.ref(column)))})
    select n.seq from n join made t on ${sql.join(
      shape.key.map((column) => sql`t.${sql.ref(column)} = n.of ->> ${sql.lit(column)}`),
      sql` and `,
    )}`;
}

/** Returns the columns that any of the rows sets; the others get the table's defaults. */
function columnsSet(
  { key, columns }: { key: readonly string[]; columns: readonly string[] },
  rows: readonly NumberedRow[],
): string[] {
  const set = new Set(rows.flatMap(({ after }) => Object.keys(after ?? {})));
  return [...key, ...columns.filter((column) => set.has(column))];
}
