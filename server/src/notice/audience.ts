import { sql } from "kysely";
import type { Identity, NoticeAudience } from "#contract";
import type { Database, Queryable } from "../database/database.ts";
import { hashed } from "../database/planned.ts";
import {
  classesNamed,
  findGroups,
  groupInWords,
  type GroupTerms,
  namesOf,
  recipientsOf,
} from "../group/api.ts";
import { badField, Refusal } from "../http/refusal.ts";
import { isSchoolWithin, type Scope } from "../rights/rules.ts";

/**
 * Returns whether an audience lies in a scope: the school or district as a whole, or nothing but grades and classes of
 * the scope.
 */
export async function isAudienceWithin(
  db: Queryable,
  scope: Scope,
  { school_id, audience }: { school_id: string; audience: NoticeAudience },
): Promise<boolean> {
  if (scope.kind === "all" || isSchoolWithin(scope, school_id)) return true;
  if (audience.group_id !== undefined) return false;
  const at = <T extends { school_id: string }>(parts: readonly T[]) =>
    parts.filter((part) => part.school_id === school_id);
  const grades = new Set(at(scope.grades).map(({ grade_id }) => grade_id));
  const classes = new Set(at(scope.classes).map(({ class_id }) => class_id));
  const { grade_ids, class_ids } = audience;
  if (grade_ids.length > 0 && grade_ids.every((id) => grades.has(id))) return true;
  if (class_ids.length === 0) return false;
  const named = await classesNamed(db, school_id, class_ids);
  const inside = named.filter((one) => classes.has(one.class_id) || grades.has(one.grade_id));
  return class_ids.every((id) => inside.some(({ key }) => key === id));
}

/** Returns whether a person manages a notice: one of a place in the scope, or the own as long as its audience lies in it. */
export async function isManagedBy(
  db: Queryable,
  { scope, user_id }: { scope: Scope; user_id: string },
  notice: { school_id: string; audience: NoticeAudience; made_by: string | null },
): Promise<boolean> {
  const { school_id, made_by } = notice;
  const whole = { school_id, audience: { identities: [], grade_ids: [], class_ids: [] } };
  return (
    (await isAudienceWithin(db, scope, whole)) ||
    (made_by === user_id && (await isAudienceWithin(db, scope, notice)))
  );
}

/**
 * Returns an audience as terms of a group. Refuses with 40400 what names a class or group that its place does not have,
 * and with 40001 what names nobody.
 */
export async function requireAudience(
  db: Queryable,
  school_id: string,
  audience: NoticeAudience,
): Promise<GroupTerms> {
  const terms = await termsOf(db, school_id, audience);
  const named = await classesNamed(db, school_id, audience.class_ids);
  const known = new Set(named.map(({ key }) => key));
  if (terms === undefined || !audience.class_ids.every((id) => known.has(id))) {
    throw new Refusal("notFound");
  }
  if (terms.kind === "rule" && terms.id === "" && audience.identities.length === 0) {
    throw badField("audience", "请选择写给谁");
  }
  return terms;
}

/** Returns an audience as terms of a group; undefined where its group is no longer there. */
export async function termsOf(
  db: Queryable,
  school_id: string,
  { group_id, ...rule }: NoticeAudience,
): Promise<GroupTerms | undefined> {
  if (group_id === undefined) {
    return { id: "", school_id, kind: "rule", ...rule, subject_ids: [], part: "everybody" };
  }
  const [group] = await findGroups(db, { ids: [group_id] });
  return group?.school_id === school_id ? group : undefined;
}

/** Names the people of an audience: 「三年级的家长」, or the group. */
export async function audienceInWords(db: Queryable, terms: GroupTerms): Promise<string> {
  if ("name" in terms && typeof terms.name === "string") return `群组“${terms.name}”`;
  return groupInWords(terms, await namesOf(db, [terms]));
}

export interface AudienceCounts {
  people: number;
  identities: { identity: Identity; people: number }[];
  /** Children whose guardians are written to. */
  children: number;
  without_guardian: number;
}

/** Counts whom an audience reaches now; without statistics of the tables, too, within seconds. */
export async function countAudience(
  db: Database,
  terms: GroupTerms,
  now: Date,
): Promise<AudienceCounts> {
  return hashed(db, (trx) => countRecipients(trx, recipientsOf(terms, now)));
}

/** Counts recipients: rows of (user_id, identity, child_id). */
export async function countRecipients(
  db: Queryable,
  recipients: ReturnType<typeof recipientsOf>,
): Promise<AudienceCounts> {
  const { rows } = await sql<{
    identity: Identity | null;
    people: number;
    children: number;
    with_guardian: number;
  }>`select t.identity, count(distinct t.user_id)::integer as people, count(distinct t.child_id)::integer as children,
      (count(distinct t.child_id) filter (where t.user_id is not null))::integer as with_guardian
    from (${recipients}) t group by grouping sets ((t.identity), ()) order by t.identity`.execute(
    db,
  );
  const all = rows.find(({ identity }) => identity === null);
  return {
    people: all?.people ?? 0,
    identities: rows.flatMap(({ identity, people }) =>
      identity === null || people === 0 ? [] : [{ identity, people }],
    ),
    children: all?.children ?? 0,
    without_guardian: (all?.children ?? 0) - (all?.with_guardian ?? 0),
  };
}

const { format: number } = new Intl.NumberFormat("zh-CN");

/** Says whom a notice reaches, in numbers: 「180 位学生的 212 位家长、12 位教师」. */
export function countsInWords({ identities, children }: AudienceCounts): string {
  const of = (wanted: Identity) =>
    identities.find(({ identity }) => identity === wanted)?.people ?? 0;
  const said = (wanted: Identity) => number(of(wanted));
  const parts = [
    of("student") > 0 && `${said("student")} 位学生`,
    of("parent") > 0 &&
      (children > 0
        ? `${number(children)} 位学生的 ${said("parent")} 位家长`
        : `${said("parent")} 位家长`),
    of("teacher") > 0 && `${said("teacher")} 位教师`,
    of("manager") > 0 && `${said("manager")} 位学校管理员`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "没有人" : parts.join("、");
}
