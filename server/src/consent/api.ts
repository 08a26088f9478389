import { sql, type RawBuilder } from "kysely";
import { isChild, type AgeFacts, type AgreementType } from "#contract";
import type { Queryable } from "../database/database.ts";
import { Refusal } from "../http/refusal.ts";
import {
  GRADES,
  IS_PUPIL,
  isChildInSql,
  isYoungPupil,
  lastBornOfTeens,
  readAgeFacts,
} from "../session/age-facts.ts";
import { OWN } from "./rules.ts";

const EVERY_TYPE: readonly AgreementType[] = [...OWN, "child"];

export interface InForce {
  type: AgreementType;
  version: number;
  title: string;
}

/** A version of an agreement that somebody agrees to. */
export interface Agreed {
  type: string;
  version: number;
}

/** An agreement in force, with the facts that decide whether a person is still asked for it. */
export interface OwnInForce extends InForce, Omit<AgeFacts, "birth_date"> {
  agreed: boolean;
}

/** Returns the version in force of each of the types. */
export function agreementsInForce(
  db: Queryable,
  now: Date,
  types: readonly AgreementType[] = EVERY_TYPE,
): Promise<InForce[]> {
  return inForce(db, now, types).select(["a.type", "a.version", "a.title"]).execute();
}

/**
 * Returns the agreements in force that a person agrees to for oneself, in one statement with the facts of the person's
 * age.
 */
export function ownAgreementsInForce(
  db: Queryable,
  userId: string,
  now: Date,
): Promise<OwnInForce[]> {
  return inForce(db, now, OWN)
    .leftJoin("consent as c", (join) =>
      join
        .on("c.user_id", "=", userId)
        .onRef("c.type", "=", "a.type")
        .onRef("c.version", "=", "a.version"),
    )
    .select([
      "a.type",
      "a.version",
      "a.title",
      sql<boolean>`c.user_id is not null`.as("agreed"),
      IS_PUPIL(sql`${userId}`).as("is_pupil"),
      GRADES(sql`${userId}`).as("grades"),
    ])
    .execute();
}

/**
 * Returns the SQL of whether "user" `u` lacks consent to an agreement in force that everybody agrees to for oneself; a
 * child's age is not asked.
 */
export function lacksOwnConsent(now: Date): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from (
      select distinct on (type) type, version from agreement
      where type = any (${[...OWN]}) and effective_at <= ${now} order by type, version desc
    ) a where not exists (
      select from consent c where c.user_id = u.id and c.type = a.type and c.version = a.version))`;
}

/**
 * The agreements in force: those that people agree to for themselves, and those that a guardian agrees to for a child.
 */
export interface OwnAndChild {
  own: readonly Agreed[];
  child: readonly Agreed[];
}

export async function ownAndChildInForce(db: Queryable, now: Date): Promise<OwnAndChild> {
  const inForce = await agreementsInForce(db, now);
  const isOwn = ({ type }: InForce) => OWN.includes(type);
  return { own: inForce.filter(isOwn), child: inForce.filter((one) => !isOwn(one)) };
}

/**
 * Returns the SQL of whether "user" `u` lacks a consent in force: the own ones, or for a child under 14 a guardian's.
 * It decides as `isChild` does, and looks up the person's rows.
 */
export function lacksConsent({ own, child }: OwnAndChild, now: Date): RawBuilder<boolean> {
  const lacks = ({ type, version }: Agreed) =>
    sql<boolean>`not coalesce((select true from consent c
      where c.type = ${type} and c.version = ${version} and c.user_id = u.id limit 1), false)`;
  const any = (agreements: readonly Agreed[]) =>
    agreements.length === 0
      ? sql<boolean>`false`
      : sql<boolean>`(${sql.join(agreements.map(lacks), sql` or `)})`;
  return sql<boolean>`case when ${isChildInSql(now, "probe")} then ${any(child)} else ${any(own)} end`;
}

/**
 * Selects the ids of all who lack a consent in force, as {@link lacksConsent} tells them. What people have agreed to is
 * kept with the search for them (050): there are few kinds of it, which are gone through one after the other, and of each
 * only those are read who lack something: `offset 0` leaves the planner no choice but the index.
 */
export function peopleWithoutConsent({ own, child }: OwnAndChild, now: Date): RawBuilder<unknown> {
  const born = sql`${lastBornOfTeens(now)}::date`;
  const of = (kinds: RawBuilder<unknown>, those: RawBuilder<unknown>) =>
    sql`select p.user_id from told k cross join lateral (
      select s.user_id from person_search s where s.agreed = k.agreed and ${those} offset 0) p where ${kinds}`;
  return sql`with recursive kind (agreed) as (
      (select s.agreed from person_search s order by s.agreed limit 1)
      union all
      select (select s.agreed from person_search s where s.agreed > k.agreed order by s.agreed limit 1)
      from kind k where k.agreed is not null
    ), told as materialized (
      select agreed, string_to_array(agreed, ',') @> ${namesOf(own)}::text[] as own,
        string_to_array(agreed, ',') @> ${namesOf(child)}::text[] as child
      from kind where agreed is not null
    )
    ${of(sql`not k.own and not k.child`, sql`true`)}
    union all ${of(sql`k.own and not k.child`, sql`s.born > ${born}`)}
    union all ${of(sql`k.child and not k.own`, sql`s.born <= ${born}`)}
    union all ${of(
      sql`k.own <> k.child`,
      sql`s.born is null and ${isYoungPupil(sql`s.user_id`, "set")} = k.own`,
    )}`;
}

function namesOf(agreements: readonly Agreed[]): string[] {
  return agreements.map(({ type, version }) => `${type}@${version}`);
}

/** Returns the agreements in force that have not been agreed to. */
export function missingConsents<T extends Agreed>(
  wanted: readonly T[],
  agreed: readonly Agreed[],
): T[] {
  return wanted.filter(
    ({ type, version }) => !agreed.some((one) => one.type === type && one.version === version),
  );
}

/** Stores consents; a guardian's replaces the child's own. */
export async function keepConsents(
  trx: Queryable,
  agreements: readonly Agreed[],
  { user_id, given_by, now }: { user_id: string; given_by: string | null; now: Date },
): Promise<void> {
  if (agreements.length === 0) return;
  await trx
    .insertInto("consent")
    .values(
      agreements.map(({ type, version }) => ({ user_id, type, version, agreed_at: now, given_by })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "type", "version"])
        .doUpdateSet((given) => ({
          given_by: given.ref("excluded.given_by"),
          agreed_at: given.ref("excluded.agreed_at"),
        }))
        .where("consent.given_by", "is", null)
        .where(sql<boolean>`excluded.given_by is not null`),
    )
    .execute();
}

/**
 * Refuses acts that learning does not need (a picture of oneself, an attachment) to a child under 14 without a
 * guardian's consent to the child agreement (SE-08, docs/decisions/023).
 */
export async function requireGuardianConsent(
  db: Queryable,
  userId: string,
  now: Date,
): Promise<void> {
  const facts = await readAgeFacts(db, userId);
  if (facts === undefined || !isChild(facts, now)) return;
  const { rows } = await sql`
    select 1 from consent where user_id = ${userId} and type = 'child' and given_by is not null limit 1`.execute(
    db,
  );
  if (rows.length > 0) return;
  throw new Refusal("notAllowed", {
    msg: "要先请爸爸妈妈在自己的账号里同意，才能上传",
    data: { reason: "guardian_consent" },
  });
}

function inForce(db: Queryable, now: Date, types: readonly AgreementType[]) {
  return db
    .selectFrom("agreement as a")
    .distinctOn("a.type")
    .where("a.type", "in", [...types])
    .where("a.effective_at", "<=", now)
    .orderBy("a.type", "desc")
    .orderBy("a.version", "desc");
}
