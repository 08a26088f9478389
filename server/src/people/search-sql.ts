import { sql, type RawBuilder } from "kysely";
import { EXPIRING_DAYS, type Identity, type PersonState } from "#contract";
import { missesConsent, type OwnAndChild } from "../consent/api.ts";
import { classWithin, membershipWithin } from "../rights/within.ts";
import type { Scope } from "../rights/rules.ts";
import { STATES_OF_PUPILS, type Ways } from "./rules.ts";

/** Sorts after every text that goes on from a beginning. */
const LAST = "\u{10FFFF}";
const MS_PER_DAY = 86_400_000;

/** People who are asked for: of "user" `u`. */
export interface Asked {
  scope: Scope;
  /** Null: whoever the filters leave. */
  ways: Ways | null;
  /** Districts and schools; undefined: all of the scope. */
  schools?: readonly string[] | undefined;
  grade_id?: string | undefined;
  class_id?: string | undefined;
  identity?: Identity | undefined;
  state?: PersonState | undefined;
  now: Date;
  /** The agreements in force, for the state that asks for them. */
  agreements?: OwnAndChild | undefined;
}

/** Tells of "user" `u` whether that is one of those asked for, none of whom lies outside of the scope (GR-05). */
export function isAsked(asked: Asked): RawBuilder<boolean> {
  const { ways, class_id, grade_id, state } = asked;
  const conditions = [hasMembership(asked)];
  if (ways !== null) conditions.push(sql<boolean>`u.id in (${found(ways)})`);
  if (class_id !== undefined || grade_id !== undefined) conditions.push(isInClass(asked));
  if (state !== undefined) conditions.push(...ofAccount(state, asked));
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** School, identity and what a membership alone can say are asked of one and the same. */
function hasMembership({ scope, schools, identity, state, now }: Asked): RawBuilder<boolean> {
  const conditions = [sql<boolean>`m.user_id = u.id`, membershipWithin(scope, "m")];
  if (schools !== undefined) {
    conditions.push(sql<boolean>`m.school_id = any (${[...schools]}::text[])`);
  }
  if (identity !== undefined) conditions.push(sql<boolean>`m.identity = ${identity}`);
  if (state !== undefined) {
    if (STATES_OF_PUPILS.includes(state)) conditions.push(sql<boolean>`m.identity = 'student'`);
    conditions.push(...ofMembership(state, now));
  }
  return sql<boolean>`exists (select from membership m where ${sql.join(conditions, sql` and `)})`;
}

function ofMembership(state: PersonState, now: Date): RawBuilder<boolean>[] {
  switch (state) {
    case "disabled":
      return [sql`(not m.is_abled or not u.is_abled)`];
    case "expiring":
      return [
        sql`m.is_abled and m.until > ${now}
          and m.until <= ${new Date(now.getTime() + EXPIRING_DAYS * MS_PER_DAY)}`,
      ];
    case "no-class":
      return [
        sql`not exists (select from class_student cs
          join class k on k.school_id = cs.school_id and k.id = cs.class_id and k.is_abled
          where cs.user_id = m.user_id and cs.school_id = m.school_id)`,
      ];
    default:
      return [];
  }
}

function ofAccount(state: PersonState, { now, agreements }: Asked): RawBuilder<boolean>[] {
  switch (state) {
    case "never-signed-in":
      // sessions go after half a year; that the person has agreed to something stays
      return [
        sql`not exists (select from session x where x.user_id = u.id)`,
        sql`not exists (select from consent x where x.user_id = u.id and x.given_by is null)`,
      ];
    case "locked":
      return [sql`u.id in (select l.user_id from person_lock l where ${isLocked(now)})`];
    case "no-guardian":
      return [sql`not exists (select from guardian g where g.child_id = u.id)`];
    case "consent-missing":
      return agreements === undefined ? [] : [missesConsent(agreements, now)];
    default:
      return [];
  }
}

/** Tells of `person_lock` `l` whether it holds. */
export function isLocked(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(l.until is null or l.until > ${now})`;
}

/** Pupils and teachers of the classes; whoever asks for parents gets those of the pupils. */
function isInClass({ scope, schools, grade_id, class_id, identity }: Asked): RawBuilder<boolean> {
  const conditions = [sql<boolean>`k.is_abled`, classWithin(scope, "k")];
  if (schools !== undefined) {
    conditions.push(sql<boolean>`k.school_id = any (${[...schools]}::text[])`);
  }
  if (grade_id !== undefined) conditions.push(sql<boolean>`k.grade_id = ${grade_id}`);
  if (class_id !== undefined) conditions.push(sql<boolean>`k.id = ${class_id}`);
  const where = sql.join(conditions, sql` and `);
  const ofClass = sql`on c.school_id = k.school_id and c.class_id = k.id`;
  if (identity === "parent") {
    return sql<boolean>`u.id in (select g.user_id from class k join class_student c ${ofClass}
      join guardian g on g.child_id = c.user_id where ${where})`;
  }
  return sql<boolean>`u.id in (
    select c.user_id from class k join class_student c ${ofClass} where ${where}
    union all select c.user_id from class k join class_teacher c ${ofClass} where ${where})`;
}

/** Ids of those who are found in one of the ways: each way asks an index of its own. */
function found({ name, account, letters, numberTail, mobileTail }: Ways): RawBuilder<unknown> {
  const each: RawBuilder<unknown>[] = [];
  if (name !== undefined) {
    each.push(sql`select id from "user" where string_to_array(lower(name), null) @> ${[...new Set(name)]}::text[]
      and strpos(lower(name), ${name}) > 0`);
  }
  if (account !== undefined) {
    each.push(sql`select id from "user" where ${begins(sql`account collate "C"`, account)}`);
  }
  if (letters !== undefined) {
    for (const column of ["letters", "given_letters", "initials", "given_initials"]) {
      each.push(sql`select user_id from person_search where ${begins(sql.ref(column), letters)}`);
    }
  }
  if (numberTail !== undefined) {
    each.push(sql`select id from "user" where sourced_id is not null
      and ${begins(sql`reverse(lower(sourced_id)) collate "C"`, numberTail)}`);
  }
  if (mobileTail !== undefined) {
    each.push(sql`select id from "user" where mobile is not null
      and ${begins(sql`reverse(mobile) collate "C"`, mobileTail)}`);
  }
  return sql.join(each, sql` union `);
}

/** As a range, which an index answers however the statement was planned. */
function begins(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql<boolean>`${column} >= ${text} and ${column} < ${text + LAST}`;
}
