import { sql, type RawBuilder } from "kysely";
import type { Queryable } from "../database/database.ts";

/** A table as the database describes it. */
export interface Table {
  readonly name: string;
  /** Stored columns (not generated ones), in order. */
  readonly columns: string[];
  /** Columns that a sequence fills. */
  readonly counted: string[];
}

/** The table that migrations keep themselves; never part of a backup. */
const OWN = "schema_migration";

/** Returns every table of ours, sorted by name. */
export async function readTables(trx: Queryable): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name,
      array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
      coalesce(array_agg(a.attname::text order by a.attnum)
        filter (where pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null), '{}') as counted
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and c.relname <> ${OWN}
    group by c.relname order by c.relname collate "C"`.execute(trx);
  return rows;
}

/**
 * Sets the session so that every server writes values as text alike, and row-level security fails instead of hiding
 * rows.
 */
export async function fixTextForms(trx: Queryable): Promise<void> {
  for (const [name, value] of [
    ["timezone", "UTC"],
    ["datestyle", "ISO, YMD"],
    ["intervalstyle", "postgres"],
    ["bytea_output", "hex"],
    ["extra_float_digits", "1"],
    ["row_security", "off"],
  ] as const) {
    await sql`select set_config(${name}, ${value}, true)`.execute(trx);
  }
}

const ROWS_AT_ONCE = 500;
const CURSOR = sql.id("backup_rows");

/** Yields every row of a table as text, in batches. Runs in a transaction, one table after the other. */
export async function* rowsOf(trx: Queryable, { name }: Table): AsyncGenerator<string[]> {
  await sql`declare ${CURSOR} no scroll cursor for
    select t::text as row from ${sql.id("public", name)} as t`.execute(trx);
  for (;;) {
    const { rows } = await sql<{
      row: string;
    }>`fetch ${sql.lit(ROWS_AT_ONCE)} from ${CURSOR}`.execute(trx);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await sql`close ${CURSOR}`.execute(trx);
}

/** Inserts rows as `rowsOf` returned them. */
export async function insertRows(
  trx: Queryable,
  { name, columns }: Table,
  rows: readonly string[],
): Promise<void> {
  const table = sql.id("public", name);
  const names: RawBuilder<unknown> = sql.join(columns.map((column) => sql.id(column)));
  await sql`insert into ${table} (${names}) overriding system value
    select ${names} from unnest(${[...rows]}::${table}[]) as t`.execute(trx);
}
