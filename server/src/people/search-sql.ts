import { daysAfter } from "../platform/days.ts";
import { sql, type RawBuilder } from "kysely";
import { EXPIRING_DAYS, type Identity, type PersonState } from "#contract";
import { lacksConsent, type OwnAndChild, peopleWithoutConsent } from "../consent/api.ts";
import { type Scope, schoolsOf } from "../rights/rules.ts";
import { classWithin, membershipWithin } from "../rights/scope-sql.ts";
import { STATES_OF_PUPILS, type Ways } from "./rules.ts";

/*
 * Each condition is written for two uses. As a set, for the ids of all who meet it: whole tables are compared by hash. As a
 * probe, for one "user" `u` after the other in the order of a list, until a page is full. Both are written so that the
 * planner has no choice (`not in`, a subselect with a limit): behind row-level security it takes a table of thousands for
 * one of a few, and joins such tables row by row.
 */
type Use = "set" | "probe";

/** Sorts after every text that goes on from a beginning. */
const LAST = "\u{10FFFF}";

/** People who are asked for, none of whom lies outside of the scope (GR-05). */
export interface PeopleFilter {
  scope: Scope;
  /** Null: whoever the filters leave. */
  ways: Ways | null;
  /** Districts and schools; undefined: all of the scope. */
  schools?: readonly string[] | undefined;
  grade_id?: string | undefined;
  class_id?: string | undefined;
  identity?: Identity | undefined;
  /** Selects the ids of the people of a group. */
  group?: RawBuilder<unknown> | undefined;
  state?: PersonState | undefined;
  now: Date;
  /** The agreements in force, for the state that asks for them. */
  agreements?: OwnAndChild | undefined;
}

/**
 * Selects the ids of those asked for, some twice; undefined where that is everybody. What is found in the first way is
 * looked up in the others' hashes: an `in` that is no condition by itself becomes a hash, whatever the planner thinks of
 * the sizes.
 */
export function idsMatching(asked: PeopleFilter): RawBuilder<unknown> | undefined {
  const { scope, ways, schools, identity, state } = asked;
  const parts: RawBuilder<unknown>[] = [];
  if (ways !== null) parts.push(found(ways));
  if (isOfClass(asked)) parts.push(ofClass(asked));
  if (asked.group !== undefined) parts.push(asked.group);
  const isOfAccount = state !== undefined && OF_ACCOUNT.includes(state);
  const isBounded =
    scope.kind === "parts" ||
    schools !== undefined ||
    identity !== undefined ||
    (state !== undefined && !isOfAccount);
  if (isBounded) parts.push(members(asked));
  else if (isOfAccount) parts.push(accounts(asked));
  const [first, ...others] = parts;
  if (first === undefined) return undefined;
  const conditions = others.map((part) => sql<boolean>`coalesce(f.id in (${part}), false)`);
  if (!isBounded) {
    conditions.push(
      sql`coalesce((select true from membership m where m.user_id = f.id limit 1), false)`,
    );
  }
  if (conditions.length === 0) return first;
  return sql`select f.id from (${first}) as f (id) where ${sql.join(conditions, sql` and `)}`;
}

/** Selects the ids of those who are found by what was typed, or are of the class, whatever else is asked. */
export function idsFound(asked: PeopleFilter): RawBuilder<unknown> | undefined {
  if (asked.ways !== null) return found(asked.ways);
  if (asked.group !== undefined) return asked.group;
  return isOfClass(asked) ? ofClass(asked) : undefined;
}

/** States that the account says alone, whatever its memberships. */
const OF_ACCOUNT: readonly PersonState[] = ["never-signed-in", "locked", "consent-missing"];

function accounts(asked: PeopleFilter): RawBuilder<unknown> {
  const { state, agreements, now } = asked;
  if (state === "consent-missing" && agreements !== undefined)
    // distinct: of a union without end the planner expects millions, and would look each up instead of hashing them
    return sql`select distinct l.user_id from (${peopleWithoutConsent(agreements, now)}) l`;
  const conditions = ofAccount(asked, sql`u.id`, "set");
  return sql`select u.id from "user" u where ${sql.join(conditions, sql` and `)}`;
}

const FEW_SCHOOLS = 3;

/** Ids of people by their memberships and accounts. */
function members(asked: PeopleFilter): RawBuilder<unknown> {
  const { scope, schools = scope.kind === "all" ? undefined : schoolsOf(scope) } = asked;
  const isSmall = schools !== undefined && schools.length <= FEW_SCHOOLS;
  // the people of a school are sooner looked up than everybody's consents read
  const use = isSmall && asked.state !== "never-signed-in" ? "probe" : "set";
  const conditions = [...ofMembership(asked, "set"), ...ofAccount(asked, sql`m.user_id`, use)];
  const where = sql.join(conditions, sql` and `);
  if (asked.state === "disabled") {
    return sql`select m.user_id from membership m where not m.is_abled and ${where}
      union all select m.user_id from "user" u join membership m on m.user_id = u.id where not u.is_abled and ${where}`;
  }
  const account =
    asked.state === "consent-missing" && use === "probe"
      ? sql`join "user" u on u.id = m.user_id`
      : sql``;
  return sql`select m.user_id from membership m ${account} where ${where}`;
}

/** Tells of "user" `u` and `person_search` `s` whether that is one of those asked for. */
export function matchesFilter(asked: PeopleFilter): RawBuilder<boolean> {
  const { ways } = asked;
  const ofOne = [sql<boolean>`m.user_id = u.id`, ...ofMembership(asked, "probe")];
  if (asked.state === "disabled") ofOne.push(sql<boolean>`(not m.is_abled or not u.is_abled)`);
  const conditions = [
    sql<boolean>`(select true from membership m where ${sql.join(ofOne, sql` and `)} limit 1)`,
    ...ofAccount(asked, sql`u.id`, "probe"),
  ];
  if (ways !== null) conditions.push(matches(ways));
  if (asked.group !== undefined) conditions.push(sql`u.id in (${asked.group})`);
  if (isOfClass(asked)) {
    conditions.push(
      sql`(select true from (${ofClass(asked)}) as c (id) where c.id = u.id limit 1)`,
    );
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** Conditions on membership `m`: school, identity and what it says itself are asked of one and the same. */
function ofMembership(
  { scope, schools, identity, state, now }: PeopleFilter,
  use: Use,
): RawBuilder<boolean>[] {
  const conditions = [membershipWithin(scope, "m")];
  // a scope of classes says it nowhere that an index could serve
  if (scope.kind === "parts") conditions.push(isAnyOf("m.school_id", schoolsOf(scope)));
  if (schools !== undefined) conditions.push(isAnyOf("m.school_id", schools));
  if (identity !== undefined) conditions.push(sql<boolean>`m.identity = ${identity}`);
  if (state !== undefined && STATES_OF_PUPILS.includes(state)) {
    conditions.push(sql<boolean>`m.identity = 'student'`);
  }
  if (state === "expiring") {
    const until = daysAfter(now, EXPIRING_DAYS);
    conditions.push(sql<boolean>`m.is_abled and m.until > ${now} and m.until <= ${until}`);
  }
  if (state === "no-class") {
    conditions.push(isInNoClass(scope, use));
  }
  return conditions;
}

function isInNoClass(scope: Scope, use: Use): RawBuilder<boolean> {
  const rows = sql`from class_student cs
    join class k on k.school_id = cs.school_id and k.id = cs.class_id and k.is_abled`;
  if (use === "probe") {
    return sql`not exists (select ${rows} where cs.user_id = m.user_id and cs.school_id = m.school_id)`;
  }
  const within = scope.kind === "all" ? sql`true` : isAnyOf("cs.school_id", schoolsOf(scope));
  return sql`(m.school_id, m.user_id) not in (select cs.school_id, cs.user_id ${rows} where ${within})`;
}

function isAnyOf(column: string, ids: "all" | readonly string[]): RawBuilder<boolean> {
  return ids === "all" ? sql`true` : sql`${sql.ref(column)} = any (${[...ids]}::text[])`;
}

/** Conditions on the account `id`. */
function ofAccount(
  { state, now, agreements }: PeopleFilter,
  id: RawBuilder<unknown>,
  use: Use,
): RawBuilder<boolean>[] {
  switch (state) {
    case "never-signed-in":
      return [
        use === "set"
          ? sql`${id} in (select x.user_id from person_search x where not x.has_signed_in)`
          : sql`not s.has_signed_in`,
      ];
    case "locked":
      return [sql`${id} in (select l.user_id from person_lock l where ${isLocked(now)})`];
    case "no-guardian":
      return [
        use === "set"
          ? sql`${id} not in (select g.child_id from guardian g)`
          : sql`not coalesce((select true from guardian g where g.child_id = ${id} limit 1), false)`,
      ];
    case "consent-missing":
      if (agreements === undefined) return [];
      return use === "set"
        ? [sql<boolean>`${id} in (${peopleWithoutConsent(agreements, now)})`]
        : [lacksConsent(agreements, now)];
    default:
      return [];
  }
}

/** Tells of `person_lock` `l` whether it holds. */
export function isLocked(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(l.until is null or l.until > ${now})`;
}

function isOfClass({ class_id, grade_id }: PeopleFilter): boolean {
  return class_id !== undefined || grade_id !== undefined;
}

/** Ids of pupils and teachers of the classes; whoever asks for parents gets those of the pupils. */
function ofClass({
  scope,
  schools,
  grade_id,
  class_id,
  identity,
}: PeopleFilter): RawBuilder<unknown> {
  const conditions = [sql<boolean>`k.is_abled`, classWithin(scope, "k")];
  if (schools !== undefined) conditions.push(isAnyOf("k.school_id", schools));
  if (grade_id !== undefined) conditions.push(sql<boolean>`k.grade_id = ${grade_id}`);
  if (class_id !== undefined) conditions.push(sql<boolean>`k.id = ${class_id}`);
  const where = sql.join(conditions, sql` and `);
  const on = sql`on c.school_id = k.school_id and c.class_id = k.id`;
  if (identity === "parent") {
    return sql`select g.user_id from class k join class_student c ${on}
      join guardian g on g.child_id = c.user_id where ${where}`;
  }
  return sql`select c.user_id from class k join class_student c ${on} where ${where}
    union all select c.user_id from class k join class_teacher c ${on} where ${where}`;
}

const LETTERS_COLUMNS = ["letters", "given_letters", "initials", "given_initials"] as const;
const ACCOUNT = sql`account collate "C"`;
const NUMBER_BACKWARDS = sql`reverse(lower(sourced_id)) collate "C"`;
const MOBILE_BACKWARDS = sql`reverse(mobile) collate "C"`;

/** Ids of those who are found in one of the ways: each asks an index of its own. */
function found({ name, account, letters, numberTail, mobileTail }: Ways): RawBuilder<unknown> {
  const each: RawBuilder<unknown>[] = [];
  if (name !== undefined) {
    each.push(sql`select id from "user" where string_to_array(lower(name), null) @> ${[...new Set(name)]}::text[]
      and ${holds(name)}`);
  }
  if (account !== undefined)
    each.push(sql`select id from "user" where ${begins(ACCOUNT, account)}`);
  if (letters !== undefined) {
    for (const column of LETTERS_COLUMNS) {
      each.push(sql`select user_id from person_search where ${begins(sql.ref(column), letters)}`);
    }
  }
  if (numberTail !== undefined) {
    each.push(
      sql`select id from "user" where sourced_id is not null and ${begins(NUMBER_BACKWARDS, numberTail)}`,
    );
  }
  if (mobileTail !== undefined) {
    each.push(
      sql`select id from "user" where mobile is not null and ${begins(MOBILE_BACKWARDS, mobileTail)}`,
    );
  }
  return sql.join(each, sql` union `);
}

/** The same of one row. */
function matches({ name, account, letters, numberTail, mobileTail }: Ways): RawBuilder<boolean> {
  const each: RawBuilder<boolean>[] = [];
  if (name !== undefined) each.push(sql`strpos(lower(u.name), ${name}) > 0`);
  if (account !== undefined) each.push(begins(ACCOUNT, account));
  if (letters !== undefined) {
    each.push(...LETTERS_COLUMNS.map((column) => begins(sql.ref(`s.${column}`), letters)));
  }
  if (numberTail !== undefined) each.push(begins(NUMBER_BACKWARDS, numberTail));
  if (mobileTail !== undefined) each.push(begins(MOBILE_BACKWARDS, mobileTail));
  // a null number matches nothing
  return sql<boolean>`coalesce(${sql.join(each, sql` or `)}, false)`;
}

function holds(name: string): RawBuilder<boolean> {
  return sql<boolean>`strpos(lower(name), ${name}) > 0`;
}

/** As a range, which an index answers however the statement was planned. */
function begins(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql<boolean>`(${column} >= ${text} and ${column} < ${text + LAST})`;
}
