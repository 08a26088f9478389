import { sql } from "kysely";
import type { Database, Queryable } from "../database/database.ts";
import { planned } from "../database/planned.ts";
import { filterSql, type ListQuery, sortSql } from "./query.ts";
import type { StoredRecord } from "./record.ts";
import type { Kind } from "./vocabulary.ts";

/** The records of a list: of an app and a kind, of a part, with these tags, among these ids. */
export interface ListOf {
  app_id: string;
  kind: Kind;
  part?: string | undefined;
  tags?: readonly string[] | undefined;
  ids?: readonly string[] | undefined;
}

const COLUMNS = sql`r.kind, r.sourced_id, r.part, r.tags, r.body, r.modified_at, r.is_deleted, r.user_id`;

function conditions({ app_id, kind, part, tags, ids }: ListOf, query: ListQuery) {
  return sql.join(
    [
      sql`r.app_id = ${app_id} and r.kind = ${kind}`,
      ...(query.withDeleted ? [] : [sql`not r.is_deleted`]),
      ...(part === undefined ? [] : [sql`r.part = ${part}`]),
      ...(tags === undefined ? [] : [sql`r.tags @> ${[...tags]}::text[]`]),
      ...(ids === undefined ? [] : [sql`r.sourced_id = any (${[...ids]}::text[])`]),
      ...(query.filter === undefined ? [] : [filterSql(query.filter)]),
    ],
    sql` and `,
  );
}

/** Counts the records of a list. */
export async function countRecords(db: Queryable, of: ListOf, query: ListQuery): Promise<number> {
  const { rows } = await sql<{ records: number }>`
    select count(*)::int as records from one_roster_record r where ${conditions(of, query)}`.execute(
    db,
  );
  return rows[0]?.records ?? 0;
}

/**
 * Reads a page of a list: ids are walked in their index, and bodies are read for the page only. In two statements, planned
 * for what is asked: one plan for every page would read the whole table for each.
 */
export function readPage(db: Database, of: ListOf, query: ListQuery): Promise<StoredRecord[]> {
  const direction = sql.raw(query.descending ? "desc" : "asc");
  // the index is ordered without a word about nulls, of which an id is none
  const by =
    query.sort === "sourcedId"
      ? sql`r.sourced_id ${direction}`
      : sql`${sortSql(query.sort)} ${direction} nulls last, r.sourced_id`;
  return planned(db, async (trx) => {
    const { rows } = await sql<{ sourced_id: string }>`
      select r.sourced_id from one_roster_record r where ${conditions(of, query)}
      order by ${by} limit ${query.limit} offset ${query.offset}`.execute(trx);
    const ids = rows.map(({ sourced_id }) => sourced_id);
    if (ids.length === 0) return [];
    const { rows: found } = await sql<StoredRecord>`
      select ${COLUMNS} from one_roster_record r
      where r.app_id = ${of.app_id} and r.kind = ${of.kind} and r.sourced_id = any (${ids}::text[])`.execute(
      trx,
    );
    const byId = new Map(found.map((record) => [record.sourced_id, record]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  });
}

/** Reads one record that is there; undefined for one that has gone as for one that never was. */
export async function readRecord(
  db: Queryable,
  { app_id, kind, part }: ListOf,
  sourced_id: string,
): Promise<StoredRecord | undefined> {
  const { rows } = await sql<StoredRecord>`
    select ${COLUMNS} from one_roster_record r
    where r.app_id = ${app_id} and r.kind = ${kind} and r.sourced_id = ${sourced_id} and not r.is_deleted
      ${part === undefined ? sql`` : sql`and r.part = ${part}`}`.execute(db);
  return rows[0];
}

/**
 * Marks records of people as gone who have lost their account or their last identity since the roster was written: an app
 * learns no more of them from that moment on. One query for a page.
 */
export async function withoutLeavers(
  db: Queryable,
  records: readonly StoredRecord[],
): Promise<StoredRecord[]> {
  const ids = [...new Set(records.flatMap(({ user_id }) => user_id ?? []))];
  if (ids.length === 0) return [...records];
  const { rows } = await sql<{ id: string }>`
    select u.id from "user" u where u.id = any (${ids}::text[]) and u.is_abled
      and exists (select from membership m where m.user_id = u.id and m.is_abled)`.execute(db);
  const there = new Set(rows.map(({ id }) => id));
  return records.map((record) =>
    record.user_id === null || there.has(record.user_id)
      ? record
      : { ...record, body: {}, is_deleted: true },
  );
}
