import { sql, type Transaction } from "kysely";
import type { Queryable } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";

/**
 * Tables that only use by people fills: a row in any of them means that the database is not empty. The program's own
 * modules do not count.
 */
const FILLED_BY_USE = [
  ["user", sql`true`],
  ["school", sql`true`],
  ["app", sql`launch <> 'module'`],
  ["session", sql`true`],
  ["file", sql`true`],
] as const;

/** Returns whether the database holds anything that a restore would take away. */
export async function hasContents(db: Queryable): Promise<boolean> {
  for (const [name, counts] of FILLED_BY_USE) {
    const { rows: there } = await sql<{ is: boolean }>`
      select to_regclass(${`public."${name}"`}) is not null as is`.execute(db);
    if (there[0]?.is !== true) continue;
    const { rows } =
      await sql`select 1 from ${sql.id("public", name)} where ${counts} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

/**
 * Returns the names (machine and process) of other nodes and commands connected to this database, whatever their role.
 * The embedded database can have none.
 */
export async function otherNodes(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct split_part(substr(application_name, length('schoolgate ') + 1), ':', 1)
      || '（进程号 ' || split_part(application_name, ':', 2) || '）' as name
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name like 'schoolgate %'
      and application_name <> current_setting('application_name')
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/** Drops every table and function of ours; those of extensions stay. */
export async function dropEverything(trx: Transaction<Tables>): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    select format('drop table if exists %I.%I cascade', n.nspname, c.relname) as statement
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    union all
    select format('drop function if exists %s cascade', p.oid::regprocedure)
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and p.prokind = 'f'
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`.execute(
    trx,
  );
  for (const { statement } of rows) await sql.raw(statement).execute(trx);
}
