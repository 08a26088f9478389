import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { type ComingPupil, type GoingPupil, TRANSFER_DAYS } from "#contract";
import type { Queryable } from "../database/database.ts";
import { daysBefore } from "../platform/days.ts";
import type { Scope } from "../rights/rules.ts";
import { membershipWithin } from "../rights/scope-sql.ts";

/** Returns the moment before which a request is over. */
function since(now: Date): Date {
  return daysBefore(now, TRANSFER_DAYS);
}

/** Reads by the key of their line whether pupils who are new to a school are said to come from another one. */
export async function readArrivalAnswers(
  db: Queryable,
  school_id: string,
): Promise<ReadonlyMap<string, boolean>> {
  const rows = await db
    .selectFrom("transfer_request")
    .select(["key", "is_transfer"])
    .where("school_id", "=", school_id)
    .execute();
  return new Map(rows.map(({ key, is_transfer }) => [key, is_transfer]));
}

export interface Arrival {
  key: string;
  is_transfer: boolean;
  name: string;
  number: string | null;
  id_hash: string | null;
  class_id: string | null;
}

/** Keeps a school's answers about its arrivals. Of who is new to the platform nothing but the key is kept. */
export async function keepArrivals(
  trx: Queryable,
  school_id: string,
  arrivals: readonly Arrival[],
  { by, now }: { by: string; now: Date },
): Promise<void> {
  if (arrivals.length === 0) return;
  const rows = arrivals.map((one) => ({ id: randomUUID(), ...one }));
  await sql`insert into transfer_request (id, school_id, key, is_transfer, name, number, id_hash, class_id, said_by, said_at)
    select r.id, ${school_id}, r.key, r.is_transfer, case when r.is_transfer then r.name end,
      case when r.is_transfer then r.number end, case when r.is_transfer then r.id_hash end,
      case when r.is_transfer then r.class_id end, ${by}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as r(id text, key text, is_transfer boolean, name text, number text, id_hash text, class_id text)
    on conflict (school_id, key) do update set id = excluded.id, is_transfer = excluded.is_transfer, name = excluded.name,
      number = excluded.number, id_hash = excluded.id_hash, class_id = excluded.class_id, said_by = excluded.said_by,
      said_at = excluded.said_at, transfer_id = null, declined_at = null`.execute(trx);
}

/** Ends the releases of pupils who have left the school that gave them: who comes back needs another code. */
export async function endReleases(
  trx: Queryable,
  left: readonly { school_id: string; user_id: string }[],
  now: Date,
): Promise<void> {
  if (left.length === 0) return;
  await sql`update pupil_transfer t set expires_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(left)}::text::jsonb) as l(school_id text, user_id text)
    where t.from_school_id = l.school_id and t.user_id = l.user_id and t.expires_at > ${now}`.execute(
    trx,
  );
}

/** Returns whether account `u` has a name, whatever its blanks and middle dots. */
function isNamed(name: RawBuilder<unknown>): RawBuilder<boolean> {
  const ignored = "[\\s·•‧∙⋅・.]";
  return sql<boolean>`regexp_replace(lower(u.name), ${ignored}, '', 'g') = regexp_replace(lower(${name}), ${ignored}, '', 'g')`;
}

/** Reads who is waited for at a school. The former school is named once it has released the pupil, and not before. */
export async function findComing(
  db: Queryable,
  school_id: string,
  now: Date,
): Promise<ComingPupil[]> {
  const { rows } = await sql<Omit<ComingPupil, "asked_at"> & { asked_at: Date }>`
    select r.id as request_id, r.name, r.number, coalesce(k.name, '') as class_name, r.said_at as asked_at,
      t.id as transfer_id, k.id as class_id, f.name as from_school
    from transfer_request r
    left join class k on k.school_id = r.school_id and k.id = r.class_id and k.is_abled
    left join pupil_transfer t on t.id = r.transfer_id and t.to_school_id = r.school_id and t.expires_at > ${now}
      and exists (select from membership m where m.user_id = t.user_id and m.school_id = t.from_school_id
        and m.identity = 'student' and m.is_abled)
    left join school f on f.id = t.from_school_id
    where r.school_id = ${school_id} and r.is_transfer and r.said_at > ${since(now)}
      and (r.transfer_id is null or t.id is not null) and not exists (
        select from membership o join "user" u on u.id = o.user_id and (u.id_hash = r.id_hash or upper(u.sourced_id) = upper(r.number))
        where o.school_id = r.school_id and o.identity = 'student' and o.is_abled and ${isNamed(sql.ref("r.name"))})
    order by r.said_at, r.name, r.id`.execute(db);
  return rows.map(({ asked_at, ...one }) => ({ ...one, asked_at: asked_at.toISOString() }));
}

/**
 * Reads the pupils of a school whom others ask for. Only who has the name of the request and its number or identity card
 * is found: a request tells its sender nothing, and the school nothing but who asks for its own pupil.
 */
export async function findGoing(
  db: Queryable,
  { school_id, scope, now }: { school_id: string; scope: Scope; now: Date },
): Promise<(GoingPupil & { to_school_id: string })[]> {
  const { rows } = await sql<
    Omit<GoingPupil, "asked_at"> & { asked_at: Date; to_school_id: string }
  >`
    with own as (select u.id, u.name, u.account, u.id_hash, upper(u.sourced_id) as number
      from membership m join "user" u on u.id = m.user_id
      where m.school_id = ${school_id} and m.identity = 'student' and m.is_abled and ${membershipWithin(scope, "m")}),
    asked as (select r.id, r.school_id, r.name, r.id_hash, upper(r.number) as number, r.said_at from transfer_request r
      where r.school_id <> ${school_id} and r.is_transfer and r.transfer_id is null and r.declined_at is null
        and r.said_at > ${since(now)})
    select r.id as request_id, u.id as user_id, u.name, u.account, s.id as to_school_id, s.name as to_school, r.said_at as asked_at,
      coalesce((select string_agg(k.name, '、' order by k.sort, k.id) from class_student cs
        join class k on k.school_id = cs.school_id and k.id = cs.class_id and k.is_abled
        where cs.user_id = u.id and cs.school_id = ${school_id}), '') as class_name
    from (select r.id, u.id as user_id from asked r join own u on u.id_hash = r.id_hash
      union select r.id, u.id from asked r join own u on u.number = r.number) same
    join asked r on r.id = same.id join own u on u.id = same.user_id join school s on s.id = r.school_id and s.is_abled
    where ${isNamed(sql.ref("r.name"))}
    order by r.said_at, u.name, r.id`.execute(db);
  return rows.map(({ asked_at, ...one }) => ({ ...one, asked_at: asked_at.toISOString() }));
}
