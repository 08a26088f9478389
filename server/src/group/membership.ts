import { type RawBuilder, sql } from "kysely";
import type { GroupPart, Identity } from "#contract";

/** A group as far as it says who is in it. */
export interface GroupTerms {
  /** Empty for a rule that is only tried. */
  id: string;
  school_id: string;
  kind: "hand" | "rule";
  identities: readonly Identity[];
  grade_ids: readonly string[];
  class_ids: readonly string[];
  subject_ids: readonly string[];
  part: GroupPart;
}

const STAFF: readonly Identity[] = ["teacher", "manager"];

/**
 * Selects (school_id, user_id, identity) of all who are in a group at this moment (AD-16): the one description of a group's
 * membership. Lists, audiences, previews and explanations ask it. Some stand in it twice.
 */
export function membershipsOf(group: GroupTerms, now: Date): RawBuilder<unknown> {
  if (group.kind === "hand") {
    return sql`select m.school_id, m.user_id, m.identity from people_group_member h
      join membership m on m.user_id = h.user_id join school s on s.id = m.school_id
      where h.group_id = ${group.id} and m.is_abled and ${isPlace(group)}`;
  }
  const branches = branchesOf(group, now);
  return branches.length === 0
    ? sql`select m.school_id, m.user_id, m.identity from membership m where false`
    : sql`${sql.join(branches, sql` union all `)}`;
}

/**
 * Selects (school_id, user_id, identity, child_id) of those whom a notice to a group reaches (IN-02): as `membershipsOf`,
 * but guardians once for each of the children on whose account they are in it. A child without any guardian stands
 * there without a `user_id`.
 */
export function recipientsOf(group: GroupTerms, now: Date): RawBuilder<unknown> {
  const others = sql`select t.school_id, t.user_id, t.identity, null::text as child_id
    from (${membershipsOf(group, now)}) t where t.identity <> 'parent'`;
  if (group.kind === "hand") {
    return sql`${others} union all select t.school_id, t.user_id, t.identity, p.user_id
      from (${membershipsOf(group, now)}) t left join (${CHILDREN}) on g.user_id = t.user_id and p.school_id = t.school_id
      where t.identity = 'parent'`;
  }
  if (group.part !== "everybody" || !group.identities.includes("parent")) return others;
  const looksAtClasses = group.grade_ids.length + group.class_ids.length > 0;
  if (looksAtClasses) {
    return sql`${others} union all select k.school_id, m.user_id, 'parent', p.user_id
      ${PUPILS} ${WITH_GUARDIANS}
      where ${isRoom(group)}`;
  }
  return sql`${others}
    union all select p.school_id, m.user_id, 'parent', p.user_id from membership p join school s on s.id = p.school_id
      ${WITH_GUARDIANS}
      where p.identity = 'student' and p.is_abled and ${isPlace(group)}
    union all select m.school_id, m.user_id, m.identity, null from membership m join school s on s.id = m.school_id
      where m.identity = 'parent' and m.is_abled and ${isPlace(group)}
        and not exists (select from ${CHILDREN} where g.user_id = m.user_id and p.school_id = m.school_id)`;
}

/** Pupils `p` of classes `k` in use, with the school `s`. */
const PUPILS = sql`from class k join school s on s.id = k.school_id
    join class_student c on c.school_id = k.school_id and c.class_id = k.id
    join membership p on p.school_id = k.school_id and p.user_id = c.user_id and p.identity = 'student' and p.is_abled`;
/** Guardians `m` of pupil `p` at the school; a pupil without any stands alone. */
const WITH_GUARDIANS = sql`left join (select g.child_id, gm.school_id, gm.user_id from guardian g
    join membership gm on gm.user_id = g.user_id and gm.identity = 'parent' and gm.is_abled) m
    on m.child_id = p.user_id and m.school_id = p.school_id`;
/** Guardians `g` with the memberships `p` of their children. */
const CHILDREN = sql`guardian g join membership p on p.user_id = g.child_id and p.identity = 'student' and p.is_abled`;

/** The group's school, or the district with its schools but for those that are disabled: `s` is the row. */
function isPlace({ school_id }: GroupTerms): RawBuilder<boolean> {
  return sql<boolean>`(s.id = ${school_id} or (s.parent_id = ${school_id} and s.is_abled))`;
}

function branchesOf(group: GroupTerms, now: Date): RawBuilder<unknown>[] {
  const { part, grade_ids, class_ids, subject_ids } = group;
  if (part === "year-heads") return [yearHeads(group, now)];
  const identities = part === "heads" ? STAFF : group.identities;
  const looksAtClasses =
    part === "heads" || grade_ids.length + class_ids.length + subject_ids.length > 0;
  if (!looksAtClasses) {
    return [
      sql`select m.school_id, m.user_id, m.identity from membership m join school s on s.id = m.school_id
        where m.is_abled and m.identity = any (${[...identities]}::text[]) and ${isPlace(group)}`,
    ];
  }
  const branches: RawBuilder<unknown>[] = [];
  const staff = identities.filter((identity) => STAFF.includes(identity));
  if (staff.length > 0) branches.push(teaching(group, staff));
  if (subject_ids.length > 0) return branches;
  if (identities.includes("student")) {
    branches.push(sql`select k.school_id, p.user_id, p.identity ${PUPILS} where ${isRoom(group)}`);
  }
  if (identities.includes("parent")) {
    branches.push(sql`select k.school_id, m.user_id, m.identity ${PUPILS} join guardian g on g.child_id = p.user_id
      join membership m on m.school_id = k.school_id and m.user_id = g.user_id and m.identity = 'parent' and m.is_abled
      where ${isRoom(group)}`);
  }
  return branches;
}

/**
 * Returns the SQL of how a group's rule names class `k`: a school's by its id, a district's with the school's, since two schools
 * may have the same ids.
 */
export function classKey(place: string): RawBuilder<string> {
  return sql<string>`case when k.school_id = ${place} then k.id else k.school_id || '/' || k.id end`;
}

/** A class in use of the group's place, of its grades and classes: `k` and `s` are the rows. */
function isRoom(group: GroupTerms): RawBuilder<boolean> {
  const { grade_ids, class_ids } = group;
  const parts = [sql<boolean>`k.is_abled`, isPlace(group)];
  if (grade_ids.length > 0) parts.push(sql`k.grade_id = any (${[...grade_ids]}::text[])`);
  if (class_ids.length > 0)
    parts.push(sql`${classKey(group.school_id)} = any (${[...class_ids]}::text[])`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

function teaching(group: GroupTerms, identities: readonly Identity[]): RawBuilder<unknown> {
  const { part, subject_ids } = group;
  const subject =
    subject_ids.length === 0 ? sql`true` : sql`c.subject_id = any (${[...subject_ids]}::text[])`;
  return sql`select m.school_id, m.user_id, m.identity from class k join school s on s.id = k.school_id
    join class_teacher c on c.school_id = k.school_id and c.class_id = k.id
    join membership m on m.school_id = k.school_id and m.user_id = c.user_id and m.is_abled
      and m.identity = any (${[...identities]}::text[])
    where ${isRoom(group)} and ${part === "heads" ? sql`c.is_head` : sql`true`} and ${subject}`;
}

/** Selects those who hold 年级组长 of a grade and work at its school. */
function yearHeads(group: GroupTerms, now: Date): RawBuilder<unknown> {
  const { grade_ids } = group;
  const grade =
    grade_ids.length === 0 ? sql`true` : sql`r.part_id = any (${[...grade_ids]}::text[])`;
  return sql`select m.school_id, m.user_id, m.identity from right_grant r join school s on s.id = r.school_id
    join membership m on m.school_id = r.school_id and m.user_id = r.user_id and m.is_abled
      and m.identity = any (${[...STAFF]}::text[])
    where r.bundle_id = 'grade_head' and r.place_kind = 'grade' and r.ended_at is null
      and (r.until is null or r.until > ${now}) and ${isPlace(group)} and ${grade}`;
}
