import { inject } from "vitest";
import { type EmbeddedEngine, startEngine } from "../src/database/embedded/engine.ts";
import { APP_ROLE } from "../src/database/row-security.ts";

/**
 * An embedded engine of the pool. Engines are made once for each worker of the tests and emptied for every database
 * that is asked for: starting one costs more than a second of processor, emptying one a hundredth of it.
 */
interface PooledEngine {
  readonly engine: EmbeddedEngine;
  /** A digest of everything but rows, from when the engine was new. */
  readonly structure: string;
}

const idle: PooledEngine[] = [];
/** Idle engines kept at most, as each holds some 200 MB. */
const MAX_IDLE = 2;

/** Returns an engine that holds what the migrations leave behind and nothing else. */
export async function takeEngine(): Promise<{
  engine: EmbeddedEngine;
  giveBack(): Promise<void>;
}> {
  const pooled = idle.pop() ?? (await startPooled());
  return { engine: pooled.engine, giveBack: () => giveBack(pooled) };
}

async function startPooled(): Promise<PooledEngine> {
  const engine = await startEngine({ memory: true, template: inject("databaseTemplate") });
  await engine.run(KEEP_ROWS);
  // grants are the same then whether a test takes the role or not
  await engine.takeRole(APP_ROLE);
  await engine.run("reset role");
  return { engine, structure: await structureOf(engine) };
}

async function giveBack(pooled: PooledEngine): Promise<void> {
  const { engine, structure } = pooled;
  await engine.run("reset role");
  await engine.run("reset all");
  await engine.run(DROP_TABLES);
  // what a test has made or changed other than rows: not worth undoing
  const isChanged = (await structureOf(engine)) !== structure;
  if (isChanged || idle.length >= MAX_IDLE) return engine.close();
  await engine.run(EMPTY);
  idle.push(pooled);
}

async function structureOf(engine: EmbeddedEngine): Promise<string> {
  const { rows } = await engine.run(STRUCTURE);
  return String(rows[0]?.["hash"]);
}

/** Keeps the rows that migrations wrote, for `EMPTY` to restore. */
const KEEP_ROWS = `-- a script
create schema pristine;
create view pristine.tables as
  select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace;
create table pristine."the tables" as table pristine.tables;
do $$
declare
  kept record;
  has_rows boolean;
begin
  for kept in select name from pristine.tables loop
    execute format('select exists (select from public.%I)', kept.name) into has_rows;
    if has_rows then
      execute format('create table pristine.%I as table public.%I', kept.name, kept.name);
    end if;
  end loop;
end
$$`;

/** Drops the tables that a test has made. */
const DROP_TABLES = `-- a script
do $$
declare
  made record;
begin
  for made in table pristine.tables except table pristine."the tables" loop
    execute format('drop table public.%I cascade', made.name);
  end loop;
end
$$`;

/**
 * Empties all tables. No trigger fires meanwhile: neither references nor the audit's guard. Tables that refer to a
 * large one are emptied with it.
 */
const EMPTY = `-- a script
do $$
declare
  used record;
  columns text;
begin
  set local session_replication_role = replica;
  for used in
    select relname as name, pg_relation_size(oid) > 65536 as is_large, reltuples >= 0 as is_known from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and (pg_relation_size(oid) > 0 or reltuples >= 0)
  loop
    execute format(case when used.is_large then 'truncate public.%I cascade' else 'delete from public.%I' end, used.name);
    if used.is_known then
      perform pg_clear_attribute_stats('public', used.name, attname, inherited) from pg_stats
        where schemaname = 'public' and tablename = used.name;
      perform pg_clear_relation_stats('public', used.name);
    end if;
  end loop;
  for used in select relname as name from pg_class where relkind = 'r' and relnamespace = 'pristine'::regnamespace
    and relname <> 'the tables' loop
    select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
      where attrelid = format('public.%I', used.name)::regclass and attnum > 0 and not attisdropped
        and attgenerated = '';
    execute format('insert into public.%I (%s) overriding system value select %s from pristine.%I',
      used.name, columns, columns, used.name);
  end loop;
  perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences
    where schemaname = 'public' and last_value is not null;
end
$$;
select pg_advisory_unlock_all();
discard temp`;

/**
 * Hashes the structure, by numbers: prepared statements would name types that are gone if a table was made anew. Only
 * references and their triggers are compared by what they say, as a restore takes them away and makes them again.
 */
const STRUCTURE = `select md5(string_agg(part, e'\\n' order by part)) as hash from (
  select concat('class', oid, relname, relnamespace, relowner, relacl, relrowsecurity, relforcerowsecurity) from pg_class
    where relnamespace = 'public'::regnamespace
  union all select concat('column', attrelid, attnum, attname, atttypid, attnotnull, atthasdef, attacl) from pg_attribute
    join pg_class c on c.oid = attrelid where c.relnamespace = 'public'::regnamespace
  union all select concat('constraint', oid, convalidated) from pg_constraint where contype <> 'f'
  union all select concat('reference', conrelid, conname, confrelid, conkey, confkey, confupdtype, confdeltype,
    confdelsetcols, confmatchtype, condeferrable, condeferred, convalidated) from pg_constraint where contype = 'f'
  union all select concat('trigger', oid, tgenabled) from pg_trigger where not tgisinternal
  union all select concat('own trigger', tgrelid, tgfoid, tgtype, tgenabled, tgconstrrelid, tgattr, tgdeferrable, tginitdeferred)
    from pg_trigger where tgisinternal
  union all select concat('policy', oid, polcmd, polroles) from pg_policy
  union all select concat('function', oid, prosrc, proacl) from pg_proc where pronamespace = 'public'::regnamespace
  union all select concat('schema', oid, nspname, nspacl) from pg_namespace where nspname !~ '^pg_(toast_)?temp'
  union all select concat('role', oid, rolname, rolsuper, rolbypassrls, rolcanlogin) from pg_roles
  union all select concat('member', oid) from pg_auth_members
  union all select concat('setting', setdatabase, setrole, setconfig) from pg_db_role_setting
) as parts (part)`;
