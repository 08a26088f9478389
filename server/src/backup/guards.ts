import { sql, type Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";
import type { Table } from "./tables.ts";

type Trx = Transaction<Tables>;

/** Foreign keys and row triggers, both of which stand in the way of rows that arrive in no order. */
export interface Guards {
  readonly tables: readonly Table[];
  readonly references: readonly Reference[];
}

interface Reference {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Drops the guards until `setGuards`, in the same transaction. */
export async function takeGuardsAway(trx: Trx, tables: readonly Table[]): Promise<Guards> {
  const { rows: references } = await sql<Reference>`
    select t.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
    join pg_class t on t.oid = c.conrelid
    join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public'
    where c.contype = 'f' and c.conparentid = 0
    order by 1, 2`.execute(trx);
  for (const { table, name } of references) {
    await sql`alter table ${sql.id("public", table)} drop constraint ${sql.id(name)}`.execute(trx);
  }
  for (const { name } of tables) {
    await sql`alter table ${sql.id("public", name)} disable trigger user`.execute(trx);
  }
  return { tables, references };
}

/** Restores the guards, which proves that every reference holds, and sets counters to go on where the rows end. */
export async function setGuards(trx: Trx, { tables, references }: Guards): Promise<void> {
  for (const { name, counted } of tables) {
    const table = sql.id("public", name);
    await sql`alter table ${table} enable trigger user`.execute(trx);
    for (const column of counted) {
      await sql`select setval(pg_get_serial_sequence(${`public.${quoted(name)}`}, ${column}),
        coalesce((select max(${sql.id(column)}) from ${table}), 0) + 1, false)`.execute(trx);
    }
  }
  for (const { table, name, definition } of references) {
    await sql`alter table ${sql.id("public", table)}
      add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(trx);
  }
}

/** Empties the tables, also of rows that migrations inserted. */
export async function emptyTables(trx: Trx, tables: readonly Table[]): Promise<void> {
  const names = tables.map(({ name }) => sql.id("public", name));
  if (names.length > 0) await sql`truncate ${sql.join(names)} cascade`.execute(trx);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
