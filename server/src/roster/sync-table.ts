import { sql, type RawBuilder } from "kysely";
import type { Queryable } from "../database/database.ts";

/** Rows in one statement. */
const CHUNK = 2000;

export interface TableShape {
  table: string;
  key: readonly string[];
  /** The type of each column, the key's included. */
  columns: Readonly<Record<string, string>>;
  /** Columns set when the row is made, and later only where they are still null. */
  startsWith?: readonly string[];
  /** Columns set when the row is made and left alone afterwards. */
  givenOnce?: readonly string[];
  /** The fate of a row that the roster no longer has. */
  ends: "delete" | "disable" | "stay";
  /** True notes each change in `updated_at`. */
  isStamped?: true;
}

export interface Changes {
  created: number;
  changed: number;
  ended: number;
}

type RowOf = Readonly<Record<string, unknown>>;

/**
 * Makes the rows of a source in one table equal to the given ones: adds, updates, and ends missing ones. Rows of
 * another source, or of none, are never touched. A second run changes nothing.
 */
export async function syncTable(
  trx: Queryable,
  shape: TableShape,
  source: string,
  rows: readonly object[],
  onRows: (done: number) => void,
): Promise<Changes> {
  const keyOf = (row: object) => JSON.stringify(shape.key.map((column) => (row as RowOf)[column]));
  const known = await readKeys(trx, shape, source);
  const wanted = new Set(rows.map(keyOf));
  const isNew = (row: object) => !known.has(keyOf(row));
  const changes: Changes = { created: 0, changed: 0, ended: 0 };
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = rows.slice(from, from + CHUNK);
    const written = await upsert(trx, shape, source, chunk);
    const created = written.filter(isNew).length;
    changes.created += created;
    changes.changed += written.length - created;
    onRows(from + chunk.length);
  }
  const gone = [...known].filter(([key, { ended }]) => !ended && !wanted.has(key));
  const goneRows = gone.map(([, { row }]) => row);
  if (shape.ends !== "stay") {
    for (let from = 0; from < goneRows.length; from += CHUNK) {
      await end(trx, shape, source, goneRows.slice(from, from + CHUNK));
    }
    changes.ended = goneRows.length;
  }
  return changes;
}

async function readKeys(
  trx: Queryable,
  { table, key, ends }: TableShape,
  source: string,
): Promise<Map<string, { row: RowOf; ended: boolean }>> {
  const ended = ends === "disable" ? sql`not is_abled` : sql`false`;
  const { rows } = await sql<RowOf>`
    select ${refs(key)}, ${ended} as has_ended from ${sql.table(table)}
    where source = ${source}`.execute(trx);
  return new Map(
    rows.map((row) => [
      JSON.stringify(key.map((column) => row[column])),
      { row, ended: row["has_ended"] === true },
    ]),
  );
}

/** Writes rows; returns the keys of those made or changed. */
async function upsert(
  trx: Queryable,
  shape: TableShape,
  source: string,
  rows: readonly object[],
): Promise<RowOf[]> {
  const { table, key, columns, startsWith = [], givenOnce = [], isStamped } = shape;
  const names = Object.keys(columns);
  const updated = names.filter((name) => ![...key, ...startsWith, ...givenOnce].includes(name));
  const own = (name: string) => sql.ref(`${table}.${name}`);
  const given = (name: string) => sql.ref(`excluded.${name}`);
  const sets = [
    ...updated.map((name) => sql`${sql.ref(name)} = ${given(name)}`),
    ...startsWith.map((name) => sql`${sql.ref(name)} = coalesce(${own(name)}, ${given(name)})`),
    ...(isStamped ? [sql`updated_at = now()`] : []),
  ];
  const differs = [
    ...updated.map((name) => sql`${own(name)} is distinct from ${given(name)}`),
    ...startsWith.map((name) => sql`(${own(name)} is null and ${given(name)} is not null)`),
  ];
  const action =
    sets.length === 0
      ? sql`do nothing`
      : sql`do update set ${sql.join(sets)}
          where ${own("source")} = ${source} and (${sql.join(differs, sql` or `)})`;
  const { rows: written } = await sql<RowOf>`
    insert into ${sql.table(table)} (${refs(names)}, source)
    select ${refs(names)}, ${source} from ${recordset(rows, columns)}
    on conflict (${refs(key)}) ${action}
    returning ${sql.join(key.map(own))}`.execute(trx);
  return written;
}

async function end(
  trx: Queryable,
  { table, key, columns, ends }: TableShape,
  source: string,
  keys: readonly object[],
): Promise<void> {
  const types = Object.fromEntries(key.map((column) => [column, columns[column] ?? "text"]));
  const target = sql.table(table);
  const isGone = sql`${sql.ref(`${table}.source`)} = ${source} and ${sql.join(
    key.map((column) => sql`${sql.ref(`${table}.${column}`)} = ${sql.ref(`given.${column}`)}`),
    sql` and `,
  )}`;
  const from = recordset(keys, types);
  const statement =
    ends === "delete"
      ? sql`delete from ${target} using ${from} where ${isGone}`
      : sql`update ${target} set is_abled = false from ${from} where ${isGone}`;
  await statement.execute(trx);
}

/** Returns rows as one JSON parameter: the statement's text stays the same, and there is no limit of parameters. */
function recordset(
  rows: readonly object[],
  columns: Readonly<Record<string, string>>,
): RawBuilder<unknown> {
  const definitions = Object.entries(columns).map(
    ([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`,
  );
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as given (${sql.join(definitions)})`;
}

function refs(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.ref(name)));
}
