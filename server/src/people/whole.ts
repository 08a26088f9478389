import { sql, type RawBuilder } from "kysely";
import type { ClassPlace, PersonAct, PersonWhole, Right } from "#contract";
import { agreementsInForce } from "../consent/api.ts";
import type { Queryable } from "../database/database.ts";
import { maskEmail, maskMobile } from "../platform/mask.ts";
import { accountWithin, classWithin, personWithin } from "../rights/scope-sql.ts";
import type { Scope } from "../rights/rules.ts";
import { isChildInSql } from "../session/age-facts.ts";
import { verifiedContacts } from "../sign-in/api.ts";
import {
  type LockRow,
  type MembershipRow,
  membershipsOf,
  moment,
  shownLock,
  shownMembership,
} from "./list.ts";
import { actsOn, RIGHTS_OF_ACTS } from "./rules.ts";
import { isLocked } from "./search-sql.ts";

/** A person without what is read apart: the possible acts, and who wrote what. */
export type WholeData = Bare<Omit<PersonWhole, "can" | "made" | "changed">>;
type Bare<T> = Omit<T, keyof Lists> & Lists;
interface Lists {
  memberships: Omit<PersonWhole["memberships"][number], "written">[];
  /** With the subjects of a teacher's lessons in the class. */
  classes: (Omit<PersonWhole["classes"][number], "written"> & { subject_ids: string[] })[];
  guardians: Relative[];
  children: Relative[];
}
type Relative = Omit<PersonWhole["guardians"][number], "written">;

/** Reads everything of a person that lies in the scope, except what is read apart; undefined where nothing does. */
export async function readWhole(
  db: Queryable,
  scope: Scope,
  user_id: string,
  now: Date,
): Promise<(WholeData & { isPupil: boolean }) | undefined> {
  const { rows } = await sql<Row>`
    select u.id, u.name, u.account, u.avatar, u.gender, u.birth_date, u.admission_time, u.is_abled, u.created_at,
      u.updated_at, u.source, u.sourced_id, u.mobile, u.email, u.temporary_until,
      case when u.password_hash is null then 'none' when u.must_change_password then 'temporary' else 'own' end as password,
      ${membershipsOf(scope)} as memberships, ${classesOf(scope)} as classes,
      ${relativesOf(scope, "child_id", "user_id")} as guardians, ${relativesOf(scope, "user_id", "child_id")} as children,
      ${FACTORS} as factors, ${sessionsOf(now)} as sessions, ${CONSENTS} as consents,
      ${isChildInSql(now, "probe")} as is_child,
      (select max(x.created_at) from session x where x.user_id = u.id) as last_sign_in,
      (select count(*)::int from device_credential c
        where c.user_id = u.id and c.revoked_at is null and c.expires_at > ${now}) as remembered_devices,
      (select json_build_object('until', l.until, 'reason', l.reason) from person_lock l
        where l.user_id = u.id and ${isLocked(now)}) as locked,
      (select e.due_at from erasure e where e.user_id = u.id and e.erased_at is null) as erasure_due_at
    from "user" u where u.id = ${user_id} and ${personWithin(scope, sql.ref("u.id"))}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { mobile, email, consents, is_child, created_at, updated_at, ...rest } = row;
  const verified = await verifiedContacts(db, user_id, { mobile, email });
  const inForce = await agreementsInForce(db, now);
  return {
    ...rest,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    temporary_until: row.temporary_until?.toISOString() ?? null,
    last_sign_in: row.last_sign_in?.toISOString() ?? null,
    erasure_due_at: row.erasure_due_at?.toISOString() ?? null,
    locked: shownLock(row.locked),
    mobile: { shown: maskMobile(mobile), verified: verified.includes("mobile") },
    email: { shown: maskEmail(email), verified: verified.includes("email") },
    memberships: row.memberships.map(({ since, source, ...one }) => ({
      ...shownMembership({ ...one, since, source }),
      since: new Date(since).toISOString(),
      source,
    })),
    guardians: row.guardians.map(shownRelative),
    children: row.children.map(shownRelative),
    factors: row.factors.map((one) => ({ ...one, used_at: moment(one.used_at) })),
    sessions: row.sessions.map((one) => ({
      ...one,
      created_at: new Date(one.created_at).toISOString(),
      last_seen_at: new Date(one.last_seen_at).toISOString(),
    })),
    consents: inForce
      .filter(({ type }) => (type === "child") === is_child)
      .map((agreement) => agreed(agreement, consents)),
    isPupil: row.memberships.some(({ identity }) => identity === "student"),
  };
}

interface Row extends Pick<
  PersonWhole,
  | "id"
  | "name"
  | "account"
  | "avatar"
  | "gender"
  | "birth_date"
  | "admission_time"
  | "is_abled"
  | "source"
  | "sourced_id"
  | "password"
  | "remembered_devices"
  | "factors"
  | "sessions"
> {
  created_at: Date;
  updated_at: Date;
  mobile: string | null;
  email: string | null;
  temporary_until: Date | null;
  last_sign_in: Date | null;
  erasure_due_at: Date | null;
  locked: LockRow | null;
  memberships: MembershipRow[];
  classes: WholeData["classes"];
  guardians: RelativeRow[];
  children: RelativeRow[];
  consents: ConsentRow[];
  is_child: boolean;
}

type RelativeRow = Omit<Relative, "mobile_masked"> & { mobile: string | null };

interface ConsentRow {
  type: string;
  version: number;
  agreed_at: string;
  by_guardian: boolean;
}

function shownRelative({ mobile, ...one }: RelativeRow): Relative {
  return { ...one, mobile_masked: maskMobile(mobile) };
}

function agreed(
  { type, version, title }: { type: string; version: number; title: string },
  consents: readonly ConsentRow[],
): PersonWhole["consents"][number] {
  const given = consents.find((one) => one.type === type && one.version === version);
  return {
    ...{ type, version, title },
    agreed_at: moment(given?.agreed_at ?? null),
    by_guardian: given?.by_guardian ?? false,
  };
}

const ORDER_OF_PLACES: readonly ClassPlace[] = ["student", "head", "teacher"];

/** Returns the SQL of the classes in the scope that "user" `u` learns or teaches in, each place once, as JSON. */
function classesOf(scope: Scope): RawBuilder<WholeData["classes"]> {
  return sql`coalesce((
    select json_agg(json_build_object('school_id', k.school_id, 'id', k.id, 'name', k.name, 'grade_id', k.grade_id,
      'stage_id', k.stage_id, 'place', c.place, 'subjects', c.subjects, 'subject_ids', c.subject_ids,
      'source', c.source)
      order by array_position(${[...ORDER_OF_PLACES]}::text[], c.place), k.school_id, k.grade_id !~ '^k',
        length(k.grade_id), k.grade_id, k.sort, k.id)
    from class k join (
      select cs.school_id, cs.class_id, 'student' as place, array[]::text[] as subjects, array[]::text[] as subject_ids, cs.source
      from class_student cs where cs.user_id = u.id
      union all
      select ct.school_id, ct.class_id, case when bool_or(ct.is_head) then 'head' else 'teacher' end,
        coalesce(array_agg(b.name order by b.sort, b.id) filter (where b.id is not null), '{}'),
        array_agg(ct.subject_id), max(ct.source)
      from class_teacher ct left join subject b on b.id = ct.subject_id
      where ct.user_id = u.id group by ct.school_id, ct.class_id
    ) c on c.school_id = k.school_id and c.class_id = k.id
    where k.is_abled and ${classWithin(scope, "k")}), '[]')`;
}

/** Returns the SQL of the guardians or children of "user" `u` in the scope, as JSON. */
function relativesOf(
  scope: Scope,
  own: "child_id" | "user_id",
  other: "child_id" | "user_id",
): RawBuilder<RelativeRow[]> {
  return sql`coalesce((
    select json_agg(json_build_object('id', p.id, 'name', p.name, 'account', p.account, 'relation', g.relation,
      'mobile', p.mobile, 'source', g.source) order by g.relation, p.account)
    from guardian g join "user" p on p.id = ${sql.ref(`g.${other}`)}
    where ${sql.ref(`g.${own}`)} = u.id and ${personWithin(scope, sql.ref("p.id"))}), '[]')`;
}

const FACTORS = sql<PersonWhole["factors"]>`coalesce((
  select json_agg(json_build_object('kind', f.kind, 'count', f.count, 'used_at', f.used_at) order by f.place)
  from (
    select 'totp' as kind, count(*)::int as count, max(t.used_at) as used_at, 1 as place from totp t where t.user_id = u.id
    union all
    select 'passkey', count(*)::int, max(p.used_at), 2 from passkey p where p.user_id = u.id
    union all
    select 'recovery', count(*)::int, null, 3 from recovery_code r where r.user_id = u.id and r.used_at is null
  ) f where f.count > 0), '[]')`;

function sessionsOf(now: Date): RawBuilder<PersonWhole["sessions"]> {
  return sql`coalesce((
    select json_agg(json_build_object('client', x.client, 'device', x.device, 'created_at', x.created_at,
      'last_seen_at', x.last_seen_at) order by x.last_seen_at desc)
    from session x where x.user_id = u.id and x.ended_at is null and x.expires_at > ${now}), '[]')`;
}

const CONSENTS = sql<ConsentRow[]>`coalesce((
  select json_agg(json_build_object('type', c.type, 'version', c.version, 'agreed_at', c.agreed_at,
    'by_guardian', c.given_by is not null)) from consent c where c.user_id = u.id), '[]')`;

/** Returns whether a person lies in the scope. */
export async function isWithin(db: Queryable, scope: Scope, user_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from "user" u where u.id = ${user_id} and ${personWithin(scope, sql.ref("u.id"))}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Acts on a membership at one place; all others touch the account, which must lie in the scope as a whole. */
const OF_MEMBERSHIP: readonly PersonAct[] = ["membership", "class", "guardian"];

/**
 * Returns the acts that the caller may do on a person. Must see every school: an account that another school shares is
 * not the caller's to change.
 */
export async function readActs(
  db: Queryable,
  scopeOf: (right: Right) => Scope | undefined,
  { user_id, isSelf }: { user_id: string; isSelf: boolean },
): Promise<PersonAct[]> {
  const scopes = RIGHTS_OF_ACTS.flatMap((right) => {
    const scope = scopeOf(right);
    return scope === undefined ? [] : [{ right, scope }];
  });
  if (scopes.length === 0) return [];
  const columns = scopes.map(
    ({ right, scope }) => sql`case when ${accountWithin(scope, sql.ref("u.id"))} then ${right}
      when ${personWithin(scope, sql.ref("u.id"))} then ${`${PART}${right}`} end`,
  );
  const { rows } = await sql<{ held: (string | null)[] }>`
    select array[${sql.join(columns)}]::text[] as held from "user" u where u.id = ${user_id}`.execute(
    db,
  );
  const held = rows[0]?.held ?? [];
  const whole = RIGHTS_OF_ACTS.filter((right) => held.includes(right));
  const some = RIGHTS_OF_ACTS.filter(
    (right) => whole.includes(right) || held.includes(PART + right),
  );
  const ofAccount = actsOn(whole, { isSelf });
  return actsOn(some, { isSelf }).filter(
    (act) => ofAccount.includes(act) || OF_MEMBERSHIP.includes(act),
  );
}

const PART = "part ";
