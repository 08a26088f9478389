import { sql } from "kysely";
import { GRADE_NAMES, type Identity, type RosterAccess } from "#contract";
import type { AppViewer } from "../catalogue/api.ts";
import type { Queryable } from "../database/database.ts";
import { refTo, type RosterRecord } from "./record.ts";
import type { Sessions } from "./sessions.ts";
import { gradeCode } from "./vocabulary.ts";

/** A school as the roster names it. */
export interface RosterSchool {
  id: string;
  name: string;
  parent_id: string | null;
  stage_ids: string[];
}

/** A person at the schools that a roster has been put together from so far. */
export interface RosterPerson {
  roles: { school_id: string; identity: Identity }[];
  /** Classes by their ids in the roster, with the role there. */
  classes: Map<string, "student" | "teacher">;
  grade_ids: Set<string>;
  /** Guardians of a pupil, children of a parent: ids of people. */
  agents: Set<string>;
}

export interface SchoolParts {
  access: RosterAccess;
  sessions: Sessions;
  /** Returns a person's id at this app. */
  idFor: (userId: string) => string;
}

/** The id of a class in a roster: two schools may have classes of the same id. */
const classIdOf = (school_id: string, id: string) => `${school_id}.${id}`;

/**
 * Reads a school's organisation, courses, classes and enrollments for those who may see the app, and everybody's place in
 * it. Nobody else is in what it returns.
 */
export async function readSchool(
  db: Queryable,
  school: RosterSchool,
  seers: readonly AppViewer[],
  { sessions, idFor }: SchoolParts,
): Promise<{ records: RosterRecord[]; people: Map<string, RosterPerson> }> {
  const people = new Map<string, RosterPerson>();
  for (const { user_id, identity } of seers) {
    const person = people.get(user_id) ?? newPerson();
    person.roles.push({ school_id: school.id, identity });
    people.set(user_id, person);
  }
  if (people.size === 0) return { records: [], people };
  const having = (identity: Identity) =>
    seers.filter((one) => one.identity === identity).map(({ user_id }) => user_id);
  const { classes, attending, teaching } = await readTeaching(db, school.id, {
    students: having("student"),
    teachers: having("teacher"),
  });
  await readGuardians(db, people, having("student"), having("parent"));

  const enrollments = new Map<string, RosterRecord>();
  const enrol = (user_id: string, class_id: string, role: "student" | "teacher") => {
    const of = classes.get(class_id);
    const person = people.get(user_id);
    if (of === undefined || person === undefined) return undefined;
    const [user, within] = [idFor(user_id), classIdOf(school.id, class_id)];
    person.classes.set(within, role);
    if (role === "student") person.grade_ids.add(of.grade_id);
    const record: RosterRecord = enrollments.get(`${within} ${user} ${role}`) ?? {
      kind: "enrollment",
      sourced_id: `${within}.${role}.${user}`,
      part: role,
      tags: [`school:${school.id}`, `class:${within}`, `user:${user}`],
      user_id,
      body: {
        user: refTo("user", user),
        class: refTo("class", within),
        school: refTo("org", school.id),
        role,
        primary: "false",
      },
    };
    enrollments.set(`${within} ${user} ${role}`, record);
    return record;
  };
  for (const { user_id, class_id } of attending) enrol(user_id, class_id, "student");
  for (const { user_id, class_id, is_head, subject } of teaching) {
    const record = enrol(user_id, class_id, "teacher");
    if (record === undefined) continue;
    if (is_head) record.body["primary"] = "true";
    if (subject !== null) addSubject(record, subject);
  }
  const used = new Set([...enrollments.values()].map(({ tags }) => tags[1]));
  const rooms = [...classes.values()].filter(({ id }) =>
    used.has(`class:${classIdOf(school.id, id)}`),
  );
  const records = [
    orgOf(school),
    ...coursesOf(school, rooms, sessions),
    ...rooms.map((room) => classOf(school, room, sessions)),
    ...enrollments.values(),
  ];
  return { records, people };
}

function newPerson(): RosterPerson {
  return { roles: [], classes: new Map(), grade_ids: new Set(), agents: new Set() };
}

/** Adds a person's part at another school. */
export function joinPerson(one: RosterPerson | undefined, other: RosterPerson): RosterPerson {
  if (one === undefined) return other;
  one.roles.push(...other.roles);
  for (const [id, role] of other.classes) one.classes.set(id, role);
  for (const id of other.grade_ids) one.grade_ids.add(id);
  for (const id of other.agents) one.agents.add(id);
  return one;
}

interface Room {
  id: string;
  name: string;
  grade_id: string;
}

async function readTeaching(
  db: Queryable,
  school_id: string,
  { students, teachers }: { students: string[]; teachers: string[] },
) {
  const rooms = await db
    .selectFrom("class")
    .select(["id", "name", "grade_id"])
    .where("school_id", "=", school_id)
    .where("is_abled", "=", true)
    .orderBy("id")
    .execute();
  const attending = await db
    .selectFrom("class_student")
    .select(["class_id", "user_id"])
    .where("school_id", "=", school_id)
    .orderBy("class_id")
    .orderBy("user_id")
    .execute();
  const teaching = await db
    .selectFrom("class_teacher as t")
    .leftJoin("subject as s", "s.id", "t.subject_id")
    .select(["t.class_id", "t.user_id", "t.is_head", "s.name as subject"])
    .where("t.school_id", "=", school_id)
    .orderBy("t.class_id")
    .orderBy("t.user_id")
    .orderBy("t.subject_id")
    .execute();
  const [pupils, staff] = [new Set(students), new Set(teachers)];
  return {
    classes: new Map<string, Room>(rooms.map((room) => [room.id, room])),
    attending: attending.filter(({ user_id }) => pupils.has(user_id)),
    teaching: teaching.filter(({ user_id }) => staff.has(user_id)),
  };
}

/** Joins pupils and parents who are both in the roster. */
async function readGuardians(
  db: Queryable,
  people: Map<string, RosterPerson>,
  students: string[],
  parents: string[],
): Promise<void> {
  if (students.length === 0 || parents.length === 0) return;
  const known = new Set(parents);
  const pairs = await db
    .selectFrom("guardian")
    .select(["child_id", "user_id"])
    .where(sql<boolean>`child_id = any (${students}::text[])`)
    .orderBy("child_id")
    .orderBy("user_id")
    .execute();
  for (const { child_id, user_id } of pairs) {
    if (!known.has(user_id)) continue;
    people.get(child_id)?.agents.add(user_id);
    people.get(user_id)?.agents.add(child_id);
  }
}

function addSubject({ body }: RosterRecord, subject: string): void {
  const { subjects = [] } = (body["metadata"] ?? {}) as { subjects?: string[] };
  if (!subjects.includes(subject)) body["metadata"] = { subjects: [...subjects, subject] };
}

function orgOf({ id, name, parent_id }: RosterSchool): RosterRecord {
  return {
    kind: "org",
    sourced_id: id,
    part: "school",
    tags: [`school:${id}`],
    body: {
      name,
      type: "school",
      identifier: id,
      ...(parent_id !== null && { parent: refTo("org", parent_id) }),
    },
  };
}

/** Returns the district above schools of a roster. */
export function districtOf(
  { id, name }: Pick<RosterSchool, "id" | "name">,
  schools: readonly string[],
): RosterRecord {
  return {
    kind: "org",
    sourced_id: id,
    part: "district",
    tags: [],
    body: {
      name,
      type: "district",
      identifier: id,
      children: schools.map((one) => refTo("org", one)),
    },
  };
}

/** A course is a grade of a school: the platform has classes of a grade, and no courses of its own. */
function coursesOf(
  { id: school_id }: RosterSchool,
  rooms: readonly Room[],
  { year }: Sessions,
): RosterRecord[] {
  return [...new Set(rooms.map(({ grade_id }) => grade_id))].map((grade_id) => ({
    kind: "course",
    sourced_id: `${school_id}.${grade_id}`,
    part: "",
    tags: [`school:${school_id}`],
    body: {
      title: GRADE_NAMES[grade_id] ?? grade_id,
      courseCode: grade_id,
      grades: [gradeCode(grade_id)],
      org: refTo("org", school_id),
      schoolYear: refTo("academicSession", year),
    },
  }));
}

function classOf({ id: school_id }: RosterSchool, room: Room, { terms }: Sessions): RosterRecord {
  const course = `${school_id}.${room.grade_id}`;
  return {
    kind: "class",
    sourced_id: classIdOf(school_id, room.id),
    part: "",
    tags: [`school:${school_id}`, `course:${course}`, ...terms.map((id) => `term:${id}`)],
    body: {
      title: room.name,
      classCode: room.id,
      classType: "homeroom",
      grades: [gradeCode(room.grade_id)],
      course: refTo("course", course),
      school: refTo("org", school_id),
      terms: terms.map((id) => refTo("academicSession", id)),
    },
  };
}
