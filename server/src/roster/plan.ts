import { STAGES, type Identity } from "#contract";
import { listOf, mobileOf } from "./cell-rules.ts";
import { derivedId, type SourcedKind } from "./derived-id.ts";
import type { Tables } from "./kept-files.ts";
import type { OneRosterRole } from "./one-roster.ts";
import { planTeaching } from "./plan-teaching.ts";
import type { Row } from "./read-table.ts";
import { IDENTITY_OF } from "./role-map.ts";
import { guardianship, homeroomIdOf, type RosterIndex } from "./roster-index.ts";
import { gradeIdOf, subjectOf } from "./subject-and-grade.ts";

/** Rows as the database should hold them for this source; keys are unique within each table. */
export interface Plan {
  school: SchoolRow[];
  subject: { id: string; name: string; sort: number }[];
  user: UserRow[];
  membership: MembershipRow[];
  class: ClassRow[];
  class_student: { school_id: string; class_id: string; user_id: string }[];
  class_teacher: TeacherRow[];
  guardian: { child_id: string; user_id: string; relation: string }[];
}

export interface SchoolRow {
  id: string;
  sourced_id: string;
  kind: "district" | "school";
  parent_id: string | null;
  name: string;
  stage_ids: string[];
  is_abled: boolean;
}

export interface UserRow {
  id: string;
  sourced_id: string;
  account: string;
  name: string;
  mobile: string | null;
  email: string | null;
  gender: "male" | "female" | null;
  birth_date: string | null;
  admission_time: string | null;
  is_abled: boolean;
  /** Identity and school that a new person starts with; null for somebody without a role. */
  identity: Identity | null;
  school_id: string | null;
}

export interface MembershipRow {
  school_id: string;
  user_id: string;
  identity: Identity;
  is_abled: boolean;
  sort: number;
}

export interface ClassRow {
  school_id: string;
  id: string;
  sourced_id: string;
  name: string;
  grade_id: string;
  stage_id: string;
  sort: number;
  is_abled: boolean;
}

export interface TeacherRow {
  school_id: string;
  class_id: string;
  user_id: string;
  subject_id: string;
  is_head: boolean;
}

/** Turns a roster without faults into rows. Pure. */
export function planRoster(source: string, tables: Tables, index: RosterIndex): Plan {
  const idOf = cachedIds(source);
  const classes = planClasses(tables, index, idOf);
  const memberships = planMemberships(tables, index, idOf);
  const first = new Map<string, MembershipRow>();
  for (const row of memberships) {
    if (!first.has(row.user_id)) first.set(row.user_id, row);
  }
  return {
    school: planSchools(tables, classes, idOf),
    subject: planSubjects(tables, index),
    user: tables.users.map((row) => planUser(row, index, idOf, first)),
    membership: memberships,
    class: classes,
    ...planTeaching(tables, index, idOf),
    guardian: planGuardians(tables, index, idOf),
  };
}

export type IdOf = (kind: SourcedKind, sourcedId: string) => string;

function cachedIds(source: string): IdOf {
  const ids = new Map<string, string>();
  return (kind, sourcedId) => {
    const key = `${kind}\n${sourcedId}`;
    const id = ids.get(key) ?? derivedId(source, kind, sourcedId);
    ids.set(key, id);
    return id;
  };
}

/** Parents come before their children. */
function planSchools(tables: Tables, classes: readonly ClassRow[], idOf: IdOf): SchoolRow[] {
  const stages = new Map<string, Set<string>>();
  for (const { school_id, stage_id } of classes) {
    stages.set(school_id, (stages.get(school_id) ?? new Set()).add(stage_id));
  }
  const parents = new Map(tables.orgs.map(({ cells }) => [cells.sourcedId, cells.parentSourcedId]));
  const depthOf = (sourcedId: string): number => {
    const parent = parents.get(sourcedId);
    return parent ? 1 + depthOf(parent) : 0;
  };
  return tables.orgs
    .map(({ cells }): SchoolRow => {
      const id = idOf("school", cells.sourcedId);
      const taught = stages.get(id);
      return {
        id,
        sourced_id: cells.sourcedId,
        kind: cells.type === "school" ? "school" : "district",
        parent_id: cells.parentSourcedId ? idOf("school", cells.parentSourcedId) : null,
        name: cells.name,
        stage_ids: STAGES.map((stage) => stage.id).filter((stage) => taught?.has(stage)),
        is_abled: !isFalse(cells["metadata.is_abled"]),
      };
    })
    .toSorted((one, other) => depthOf(one.sourced_id) - depthOf(other.sourced_id));
}

function planSubjects(tables: Tables, index: RosterIndex): Plan["subject"] {
  const subjects = new Map<string, Plan["subject"][number]>();
  for (const row of tables.classes) {
    const subject = subjectOf(row, index);
    if (subject && !subjects.has(subject.id)) {
      subjects.set(subject.id, { ...subject, sort: subjects.size });
    }
  }
  return [...subjects.values()];
}

function planUser(
  { cells }: Row<"users">,
  index: RosterIndex,
  idOf: IdOf,
  first: ReadonlyMap<string, MembershipRow>,
): UserRow {
  const id = idOf("user", cells.sourcedId);
  const about = index.byId.demographics.get(cells.sourcedId)?.cells;
  const membership = first.get(id);
  return {
    id,
    sourced_id: cells.sourcedId,
    account: cells.username.toLowerCase(),
    name: fullName(cells),
    mobile: mobileOf(cells.sms) ?? mobileOf(cells.phone) ?? null,
    email: cells.email.toLowerCase() || null,
    gender: about?.sex === "male" || about?.sex === "female" ? about.sex : null,
    birth_date: about?.birthDate || null,
    admission_time: cells["metadata.admissionDate"] || null,
    is_abled: !isFalse(cells.enabledUser),
    identity: membership?.identity ?? null,
    school_id: membership?.school_id ?? null,
  };
}

/** The name people go by: family name first and without a space when it is written in Chinese characters. */
function fullName(cells: Row<"users">["cells"]): string {
  const given = cells.preferredGivenName || cells.givenName;
  const middle = cells.preferredMiddleName || cells.middleName;
  const family = cells.preferredFamilyName || cells.familyName;
  return /\p{Script=Han}/u.test(family)
    ? `${family}${middle}${given}`
    : [given, middle, family].filter(Boolean).join(" ");
}

/** Ordered per person: what is at the primary organisation, then primary roles, then as the file has them. */
function planMemberships(tables: Tables, index: RosterIndex, idOf: IdOf): MembershipRow[] {
  const byUser = new Map<string, Row<"roles">[]>();
  for (const role of tables.roles) {
    if (index.isOver(role)) continue;
    const roles = byUser.get(role.cells.userSourcedId) ?? [];
    byUser.set(role.cells.userSourcedId, roles);
    roles.push(role);
  }
  return [...byUser].flatMap(([userId, roles]) => {
    const primaryOrg = index.byId.users.get(userId)?.cells.primaryOrgSourcedId;
    const rank = ({ cells }: Row<"roles">): number =>
      (cells.orgSourcedId === primaryOrg ? 0 : 2) + (cells.roleType === "primary" ? 0 : 1);
    const memberships = new Map<string, MembershipRow>();
    for (const { cells } of roles.toSorted((one, other) => rank(one) - rank(other))) {
      const identity = IDENTITY_OF[cells.role as OneRosterRole];
      const key = `${cells.orgSourcedId}\n${identity}`;
      if (memberships.has(key)) continue;
      memberships.set(key, {
        school_id: idOf("school", cells.orgSourcedId),
        user_id: idOf("user", userId),
        identity,
        is_abled: true,
        sort: memberships.size,
      });
    }
    return [...memberships.values()];
  });
}

/** A class is a homeroom, or a scheduled class that belongs to none; sorted by grade, then as the file has them. */
function planClasses(tables: Tables, index: RosterIndex, idOf: IdOf): ClassRow[] {
  return tables.classes
    .filter((row) => homeroomIdOf(row) === row.cells.sourcedId)
    .map((row) => ({ row, grade: gradeIdOf(row, index) ?? "" }))
    .toSorted((one, other) => Number(one.grade) - Number(other.grade))
    .map(({ row: { cells }, grade }, sort) => ({
      school_id: idOf("school", cells.schoolSourcedId),
      id: idOf("class", cells.sourcedId),
      sourced_id: cells.sourcedId,
      name: cells.title,
      grade_id: grade,
      stage_id: stageOf(grade),
      sort,
      is_abled: true,
    }));
}

function stageOf(grade: string): string {
  const stage = STAGES.find(({ grades }) => (grades as readonly string[]).includes(grade));
  if (!stage) throw new Error(`Grade ${grade} is in no stage`);
  return stage.id;
}

function planGuardians(tables: Tables, index: RosterIndex, idOf: IdOf): Plan["guardian"] {
  const guardians = new Map<string, Plan["guardian"][number]>();
  for (const { cells } of tables.users) {
    const relations = listOf(cells["metadata.agentRelations"]);
    for (const [place, agent] of listOf(cells.agentSourcedIds).entries()) {
      const pair = guardianship(index, cells.sourcedId, agent);
      if (!pair) continue;
      const key = `${pair.childId}\n${pair.guardianId}`;
      // the child's own row knows best
      if (guardians.has(key) && pair.childId !== cells.sourcedId) continue;
      guardians.set(key, {
        child_id: idOf("user", pair.childId),
        user_id: idOf("user", pair.guardianId),
        relation: relations[place] || DEFAULT_RELATION,
      });
    }
  }
  return [...guardians.values()];
}

const DEFAULT_RELATION = "家长";

function isFalse(cell: string): boolean {
  return cell.toLowerCase() === "false";
}
