import { sql, type RawBuilder } from "kysely";
import type { Queryable } from "../database/database.ts";
import { ORIGIN_TABLES, type OriginTable, rowKey, rowKeySql } from "./row-key.ts";

/** Something that a person or the operator wrote without a change set. */
interface Noted {
  table: OriginTable;
  key: Readonly<Record<string, string>>;
  person_id: string;
  /** `code`: by an invitation code; `self`: by the person; `hand`: by somebody else; `command`: by the operator. */
  how: "code" | "self" | "hand" | "command";
  /** Whoever wrote it by hand; absent: the person, or nobody of the platform. */
  by_id?: string | null;
  at: Date;
  /** Columns that were changed; absent: the row was made. */
  fields?: readonly string[];
}

/** Notes who wrote a row, or columns of it, without a change set. */
export async function noteOrigin(
  trx: Queryable,
  { table, key, person_id, how, by_id = null, at, fields }: Noted,
): Promise<void> {
  if (fields?.length === 0) return;
  const row_key = rowKey(key);
  if (fields === undefined) {
    await trx
      .deleteFrom("row_origin")
      .where("table_key", "=", table)
      .where("row_key", "=", row_key)
      .execute();
  }
  const of = { table_key: table, row_key, person_id, set_id: null, how, by_id, at };
  await trx
    .insertInto("row_origin")
    .values((fields ?? [""]).map((field) => ({ ...of, field })))
    .onConflict((conflict) =>
      conflict.columns(["table_key", "row_key", "field"]).doUpdateSet((row) => ({
        set_id: null,
        how: row.ref("excluded.how"),
        by_id: row.ref("excluded.by_id"),
        at: row.ref("excluded.at"),
      })),
    )
    .execute();
}

/**
 * Keeps of a set's applied rows from one number up to another only that the set wrote them, before these rows go. Sets are
 * kept in the order in which they were applied: what a later one made or changed is the later one's.
 */
export function keepOrigins(
  trx: Queryable,
  set_id: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  return keepOf(trx, set_id, sql`r.seq >= ${from} and r.seq < ${to}`);
}

/**
 * Carries over who wrote the identities at an organisation to another that they move to (OP-03); called before they do.
 * Those that somebody has at both stay the other's own. What a roster brought will be nobody's there: the operator's command
 * wrote it.
 */
export async function moveOrigins(
  trx: Queryable,
  { from, into }: { from: string; into: string },
  now: Date,
): Promise<void> {
  // rows that changes of the last thirty days wrote name the organisation that goes
  const { rows: sets } = await sql<{ id: string }>`select s.id from change_set s where exists (
      select from change_row r where r.set_id = s.id and ${identitiesAt(from)} and r.state = 'applied')
    order by s.applied_at, s.id`.execute(trx);
  for (const { id } of sets) await keepOf(trx, id, identitiesAt(from));
  const keyAt = (school_id: string) =>
    sql`concat_ws(' ', m.identity, ${school_id}::text, m.user_id)`;
  const moves = sql`m.school_id = ${from} and not exists (select from membership k
    where k.school_id = ${into} and k.user_id = m.user_id and k.identity = m.identity)`;
  const lineAt = (school_id: string) =>
    sql`o.table_key = 'membership' and o.row_key = ${keyAt(school_id)}`;
  await sql`delete from row_origin o using membership m where ${moves} and ${lineAt(into)}`.execute(
    trx,
  );
  await sql`update row_origin o set row_key = ${keyAt(into)} from membership m
    where ${moves} and ${lineAt(from)}`.execute(trx);
  await sql`delete from row_origin o using membership m where m.school_id = ${from} and ${lineAt(from)}`.execute(
    trx,
  );
  await sql`insert into row_origin (table_key, row_key, person_id, how, at)
    select 'membership', ${keyAt(into)}, m.user_id, 'command', ${now} from membership m
    where ${moves} and m.source is not null
    on conflict do nothing`.execute(trx);
}

function identitiesAt(school_id: string): RawBuilder<boolean> {
  return sql`(r.table_key = 'membership' and r.key ->> 'school_id' = ${school_id})`;
}

async function keepOf(trx: Queryable, set_id: string, which: RawBuilder<unknown>): Promise<void> {
  const those = sql`r.set_id = ${set_id} and ${which} and r.state = 'applied'
    and r.table_key = any (${[...ORIGIN_TABLES]}::text[])`;
  const key = rowKeySql(sql`r.key`);
  await sql`
    with ended as materialized (
      select r.table_key, ${key} as row_key from change_row r
      where ${those} and (r.before is null or r.after is null))
    delete from row_origin o using ended e where o.table_key = e.table_key and o.row_key = e.row_key
      and o.at <= (select s.applied_at from change_set s where s.id = ${set_id})`.execute(trx);
  // a person who is gone by now has no rows; a class is nobody's
  await sql`
    insert into row_origin (table_key, row_key, field, person_id, set_id, how, at)
    select distinct w.table_key, w.row_key, w.field, w.person_id, ${set_id}, 'change', s.applied_at
    from (
      select r.table_key, ${key} as row_key, f.name as field,
        coalesce(r.key ->> 'child_id', r.person_id) as person_id
      from change_row r cross join lateral (
        select '' as name where r.before is null
        union all
        select c.name from jsonb_object_keys(r.after) c(name) where r.before is not null
      ) f
      where ${those} and r.after is not null
    ) w join change_set s on s.id = ${set_id} and s.applied_at is not null
    where w.person_id is null or exists (select from "user" u where u.id = w.person_id)
    on conflict (table_key, row_key, field) do update
      set set_id = excluded.set_id, how = excluded.how, by_id = null, at = excluded.at
      where row_origin.at <= excluded.at`.execute(trx);
}
