import { sql } from "kysely";
import type { Database, Queryable } from "./database.ts";

/** The role that requests run as. It owns no table and bypasses no policy; nobody can sign in as it. */
export const APP_ROLE = "schoolgate_app";

/** The parts of a connected database that row-level security needs. */
export interface RowSecuritySite {
  /** Runs every connection from now on as `APP_ROLE`. */
  takeRole(): Promise<void>;
  /** The connection as the owner of the tables, where another role owns them than the one that connects. */
  readonly owner?: Database | undefined;
}

const sites = new WeakMap<object, RowSecuritySite>();

/** Notes how a database enforces row-level security, for the functions below. */
export function registerRowSecurity(db: Database, site: RowSecuritySite): void {
  sites.set(db, site);
}

/** Returns the database as the owner of the tables: migrations run there. */
export function ownerOf(db: Database): Database {
  return sites.get(db)?.owner ?? db;
}

/** Runs the rest of a transaction as the connecting role, even where row-level security is enabled. */
export async function withoutRole(trx: Queryable): Promise<void> {
  await sql`set local role none`.execute(trx);
}

/** Returns the name of the role that opened the connection (`session_user`). */
export async function whoConnects(db: Queryable): Promise<string> {
  const { rows } = await sql<{ name: string }>`select session_user::text as name`.execute(db);
  return rows[0]?.name ?? "";
}

/**
 * Makes the role where it is missing and lets it use the tables, in the migrations' transaction: nodes that start at
 * once take turns there. Where the owner may not make roles, nothing happens: an operator makes it once.
 */
export async function allowAppRole(trx: Queryable, connecting: string): Promise<void> {
  await sql`select set_config('schoolgate.connecting', ${connecting}, true)`.execute(trx);
  await sql.raw(ALLOW).execute(trx);
}

/**
 * Enables row-level security: statements then see the rows of their scope only.
 *
 * @returns false when the role does not exist, or the connecting role may not use it
 */
export async function enableRowSecurity(db: Database): Promise<boolean> {
  const { rows } = await sql<{ ready: boolean }>`
    select exists (
      select 1 from pg_roles r where r.rolname = ${APP_ROLE} and not r.rolsuper and not r.rolbypassrls
        and pg_has_role(session_user, r.oid, 'member')
        and has_table_privilege(r.oid, to_regclass('membership'), 'select')
    ) as ready`.execute(db);
  const site = sites.get(db);
  if (rows[0]?.ready !== true || site === undefined) return false;
  await site.takeRole();
  return true;
}

const ALLOW = `-- a script
do $$
declare
  connecting text := current_setting('schoolgate.connecting');
  tables text;
begin
  if not exists (select from pg_roles where rolname = '${APP_ROLE}') then
    begin
      create role ${APP_ROLE} nologin;
    exception
      when duplicate_object or unique_violation then null;
    end;
  end if;
  if not pg_has_role(connecting, '${APP_ROLE}', 'member') then
    execute format('grant ${APP_ROLE} to %I', connecting);
  end if;
  execute format('grant usage on schema %I to ${APP_ROLE}', current_schema());
  -- a partition is reached through its table alone, whose policies are not asked where it is named itself
  select string_agg(c.oid::regclass::text, ', ') into tables from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition;
  execute format('grant select, insert, update, delete on %s to ${APP_ROLE}', tables);
  execute format('grant usage, select on all sequences in schema %I to ${APP_ROLE}', current_schema());
  revoke insert, update, delete on schema_migration from ${APP_ROLE};
  if to_regclass('audit_entry') is not null then
    revoke update, delete on audit_entry, audit_link from ${APP_ROLE};
  end if;
  if to_regproc('days_make') is not null then
    grant execute on function days_make, days_drop to ${APP_ROLE};
  end if;
  if to_regclass('content_searchable') is not null then
    revoke insert, update, delete on content_searchable from ${APP_ROLE};
  end if;
exception
  when insufficient_privilege then raise notice '${APP_ROLE} was not readied: %', sqlerrm;
end
$$`;
