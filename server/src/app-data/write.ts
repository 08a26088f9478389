import { DAY_MS } from "../platform/days.ts";
import { sql } from "kysely";
import { GROWTH_KINDS } from "#contract";
import { type CatalogueApp, readViewersAmong } from "../catalogue/api.ts";
import type { Database, Queryable } from "../database/database.ts";
import { findSubjects } from "../launch/api.ts";
import { isChildInSql } from "../session/age-facts.ts";
import type { Change } from "./inputs.ts";

/**
 * The outcome of a change: `unknown` is nobody's subject as well as a person who does not see the app, `full` an item
 * beyond those that one person can have of one app.
 */
export type Outcome = "stored" | "older" | "unknown" | "full";

/** To-dos, and cards, that a person can have of one app: those that are neither done, taken away nor over. */
const MAX_ITEMS = 50;
/** All of them, with the marks of what was. */
const MAX_ROWS = 500;

interface Row {
  nth: number;
  user_id: string;
  identity: string;
  school_id: string;
}

/**
 * Writes changes that one app asks for, each for every school and identity under which the person sees the app now. An
 * older version never wins. Returns the outcome of each, in order. Statements must see every school.
 */
export async function writeChanges(
  db: Database,
  app: CatalogueApp,
  changes: readonly Change[],
  now: Date,
): Promise<Outcome[]> {
  const people = await findReachable(db, app, changes, now);
  const seers = new Map<string, { identity: string; school_id: string }[]>();
  for (const seer of await readViewersAmong(db, app, [...new Set(people.values())], now)) {
    const those = seers.get(seer.user_id) ?? [];
    those.push(seer);
    seers.set(seer.user_id, those);
  }
  const outcomes: Outcome[] = changes.map(() => "unknown");
  /** The newest change of each item: a statement may write a row once. */
  const newest = new Map<string, Row>();
  for (const [nth, change] of changes.entries()) {
    const user_id = people.get(change.sub) ?? "";
    for (const { identity, school_id } of seers.get(user_id) ?? []) {
      if (change.identity !== undefined && change.identity !== identity) continue;
      const key = JSON.stringify([user_id, identity, school_id, change.kind, change.key]);
      const before = newest.get(key);
      outcomes[nth] = "stored";
      if (before !== undefined && (changes[before.nth]?.version ?? 0) >= change.version) {
        if (changes[before.nth]?.version !== change.version) outcomes[nth] = "older";
        continue;
      }
      if (before !== undefined) outcomes[before.nth] = "older";
      newest.set(key, { nth, user_id, identity, school_id });
    }
  }
  // always in the same order, so that two batches of one app never wait for each other
  const rows = [...newest.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  if (rows.length > 0) {
    for (const { nth, outcome } of await writeInTurn(db, app, changes, rows, now)) {
      if (outcomes[nth] === "stored") outcomes[nth] = outcome;
    }
  }
  return outcomes;
}

/** Returns the people of the changes by subject, without children under 14 for whom no guardian has agreed. */
async function findReachable(
  db: Database,
  { id }: CatalogueApp,
  changes: readonly Change[],
  now: Date,
): Promise<Map<string, string>> {
  const people = await findSubjects(db, id, [...new Set(changes.map(({ sub }) => sub))]);
  if (people.size === 0) return people;
  const { rows } = await sql<{ id: string }>`
    select u.id from "user" u where u.id = any (${[...people.values()]}::text[])
      and not exists (select from consent c
        where c.user_id = u.id and c.type = 'child' and c.given_by is not null)
      and ${isChildInSql(now, "probe")}`.execute(db);
  const without = new Set(rows.map((row) => row.id));
  return new Map([...people].filter(([, user_id]) => !without.has(user_id)));
}

/** Writes rows; items that are counted wait for others of the same people, so that many at once are no more than the limits. */
async function writeInTurn(
  db: Database,
  app: CatalogueApp,
  changes: readonly Change[],
  rows: readonly Row[],
  now: Date,
): Promise<{ nth: number; outcome: Outcome }[]> {
  const counted = rows.filter(({ nth }) => changes[nth]?.kind !== "badge");
  if (counted.length === 0) return writeRows(db, app, changes, rows, now);
  return db.transaction().execute(async (trx) => {
    const ids = [...new Set(counted.map(({ user_id }) => user_id))];
    // always in the same order, as the rows are written
    await sql`select from app_subject where app_id = ${app.id} and user_id = any (${ids}::text[])
      order by sub for update`.execute(trx);
    return writeRows(trx, app, changes, rows, now);
  });
}

async function writeRows(
  db: Queryable,
  { id: app_id }: CatalogueApp,
  changes: readonly Change[],
  rows: readonly Row[],
  now: Date,
): Promise<{ nth: number; outcome: Outcome }[]> {
  const of = <T>(pick: (change: Change) => T): T[] =>
    rows.flatMap(({ nth }) => changes.slice(nth, nth + 1).map(pick));
  const { rows: found } = await sql<{ nth: number; before: string | null; is_full: boolean }>`
    with given as materialized (
      select * from unnest(${rows.map(({ nth }) => nth)}::int[], ${rows.map((row) => row.user_id)}::text[],
        ${rows.map(({ identity }) => identity)}::text[], ${rows.map((row) => row.school_id)}::text[],
        ${of(({ kind }) => kind)}::text[], ${of(({ key }) => key)}::text[], ${of(({ version }) => version)}::bigint[],
        ${of(({ body }) => JSON.stringify(body))}::text[], ${of((one) => one.due_at)}::timestamptz[],
        ${of((one) => one.until_at)}::timestamptz[], ${of((one) => one.is_gone)}::boolean[]
      ) as t (nth, user_id, identity, school_id, kind, key, version, body, due_at, until_at, is_gone)
    ), found as materialized (
      select g.*, i.version as before, g.kind <> 'badge' and i.version is null as is_new,
        g.kind <> 'badge' and ${stands("g", now)}
          and (i.version is null or i.version < g.version and not ${stands("i", now)}) as is_more
      from given g left join app_item i on i.user_id = g.user_id and i.identity = g.identity
        and i.school_id = g.school_id and i.app_id = ${app_id} and i.kind = g.kind and i.key = g.key
    ), known as materialized (
      select f.*, f.is_more and had.items + count(*) filter (where f.is_more) over up_to_it > ${MAX_ITEMS}
        or f.is_new and had.rows + count(*) filter (where f.is_new) over up_to_it > ${MAX_ROWS} as is_full
      from found f cross join lateral (
        select count(*) as rows, count(*) filter (where ${stands("o", now)}) as items from app_item o
        where (f.is_new or f.is_more) and o.user_id = f.user_id and o.identity = f.identity
          and o.school_id = f.school_id and o.app_id = ${app_id} and o.kind = f.kind) had
      window up_to_it as (partition by f.user_id, f.identity, f.school_id, f.kind order by f.nth)
    ), written as (
      insert into app_item (user_id, identity, school_id, app_id, kind, key, version, body, due_at, until_at, is_gone, updated_at)
      select k.user_id, k.identity, k.school_id, ${app_id}, k.kind, k.key, k.version, k.body::jsonb, k.due_at, k.until_at,
        k.is_gone, ${now}::timestamptz
      from known k where not k.is_full and (k.before is null or k.before < k.version)
      order by k.user_id, k.identity, k.school_id, k.kind, k.key
      on conflict (user_id, identity, school_id, app_id, kind, key) do update set version = excluded.version,
        body = excluded.body, due_at = excluded.due_at, until_at = excluded.until_at, is_gone = excluded.is_gone,
        updated_at = excluded.updated_at
      where app_item.version < excluded.version
    )
    select k.nth, k.before, k.is_full from known k`.execute(db);
  return found.map(({ nth, before, is_full }) => {
    if (is_full) return { nth, outcome: "full" };
    const isOlder = before !== null && Number(before) > (changes[nth]?.version ?? 0);
    return { nth, outcome: isOlder ? "older" : "stored" };
  });
}

/** The SQL of whether an item or what is given for one, the row `of`, stands: neither done, taken away nor over. */
function stands(of: "g" | "i" | "o", now: Date) {
  const row = (name: string) => sql.ref(`${of}.${name}`);
  return sql<boolean>`(not ${row("is_gone")} and not coalesce((${row("body")}::jsonb->>'done')::boolean, false)
    and (${row("until_at")} is null or ${row("until_at")} > ${now}::timestamptz))`;
}

/** Days for which something is kept that is done, over, or taken away: an older version may still come. */
const OVER_DAYS = 7;
/** Days for which something is kept that no longer changes, and is no part of a growth record. */
const STILL_DAYS = 60;

/**
 * Deletes what was done, over or taken away a while ago, and what has not changed for long; the privacy declaration sweeps
 * cards of growth records.
 */
export async function sweepOver(db: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const over = before(OVER_DAYS);
  await sql`delete from app_item where (until_at < ${over} or updated_at < ${before(STILL_DAYS)})
      and not (kind = 'card' and body->>'card' = any (${[...GROWTH_KINDS]}::text[]))
    or updated_at < ${over} and (is_gone or (body->>'done')::boolean)`.execute(db);
}

/** Removes what an app sent to one person. */
export async function forgetItems(db: Queryable, app_id: string, user_id: string): Promise<void> {
  await db
    .deleteFrom("app_item")
    .where("app_id", "=", app_id)
    .where("user_id", "=", user_id)
    .execute();
}
