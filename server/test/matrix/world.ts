import type { FastifyInstance } from "fastify";
import type { Identity } from "#contract";
import type { Database } from "../../src/database/database.ts";
import { makeApps, makeClass } from "../apps.ts";
import { makeContents } from "../contents.ts";
import { makeToolKeys, toolEntry } from "../lti-tool.ts";
import { makePerson, makeSchool, signIn } from "../people.ts";

/** The moment of the whole matrix. */
export const NOW = new Date("2026-11-20T08:00:00Z");

/** A mark in the name, account and id of every child, and of nobody else. */
export const CHILD_MARK = "childmark";

/** The callers of the matrix: every identity, and a teacher who heads a class. */
export const ACTOR_ROLES = [
  "manager",
  "teacher",
  "head",
  "student",
  "parent",
  "admin",
  "inner_admin",
] as const;
export type ActorRole = (typeof ACTOR_ROLES)[number];

export const IDENTITY_OF: Readonly<Record<ActorRole, Identity>> = {
  manager: "manager",
  teacher: "teacher",
  head: "teacher",
  student: "student",
  parent: "parent",
  admin: "admin",
  inner_admin: "inner_admin",
};

export interface SignedIn {
  user_id: string;
  session_id: string;
  headers: Record<string, string>;
}

/** A person of one role, at one place. */
export interface Person {
  id: string;
  account: string;
  /** The school of the identity. */
  school: string;
}

/**
 * The places of people: `here` makes the calls; `near` is another of the same role at the same school, `far` one of
 * another district.
 */
export const PLACES = ["here", "near", "far"] as const;
export type Place = (typeof PLACES)[number];

export interface World {
  app: FastifyInstance;
  /** A database that sees the rows of every school. */
  db: Database;
  people: Readonly<Record<Place, Readonly<Record<ActorRole, Person>>>>;
  /** The people `here`, each with a session on the web. */
  callers: Readonly<Record<ActorRole, SignedIn>>;
  /** A teacher whose only school is disabled, and one whose membership is. */
  disabled: readonly SignedIn[];
  /** A person without any membership. */
  stranger: SignedIn;
}

/** The school of each place: `here` and `near` are of school a in district d; `far` is of school b in district e. */
const SCHOOL = { here: "a", near: "a", far: "b" } as const;
export const DISTRICT = { here: "d", near: "d", far: "e" } as const;

export const classAt = (place: Place) => `class-${place}`;
const pupilOf = (place: Place) => `${CHILD_MARK}-${place}`;
/** Returns the id of another pupil of the class, with the same parent, who makes no calls. */
export const mateOf = (place: Place) => `${CHILD_MARK}-mate-${place}`;

/**
 * Makes two districts with a school each, one disabled school, and one person of each role at each place, all before any
 * call.
 */
export async function makeWorld({ app, db }: Pick<World, "app" | "db">): Promise<World> {
  for (const id of ["d", "e"]) await makeSchool(db, { id, kind: "district" });
  await makeSchool(db, { id: "a", parent_id: "d", stage_ids: ["primary"] });
  await makeSchool(db, { id: "b", parent_id: "e", stage_ids: ["primary"] });
  await makeSchool(db, { id: "shut", parent_id: "d", is_abled: false });
  const people = {
    here: await makePeople(db, "here"),
    near: await makePeople(db, "near"),
    far: await makePeople(db, "far"),
  };
  await makeCatalogue(db);
  await makeContents(
    db,
    [
      { id: "content-here", school_id: "a" },
      { id: "content-district", school_id: "d" },
      { id: "content-far", school_id: "b" },
      { id: "content-draft", school_id: "a", state: "draft" },
    ],
    NOW,
  );
  const teacher = { identity: "teacher" as const };
  await makePerson(db, { account: "shut", memberships: [{ school: "shut", ...teacher }] });
  await makePerson(db, {
    account: "left",
    memberships: [{ school: "a", ...teacher, is_abled: false }],
  });
  await makePerson(db, { account: "stranger" });
  const callers = {} as Record<ActorRole, SignedIn>;
  for (const role of ACTOR_ROLES) callers[role] = await enter(app, people.here[role].account);
  return {
    app,
    db,
    people,
    callers,
    disabled: [await enter(app, "shut"), await enter(app, "left")],
    stranger: await enter(app, "stranger"),
  };
}

async function enter(app: FastifyInstance, account: string): Promise<SignedIn> {
  const { headers, answer } = await signIn(app, account);
  const { user_id, session_id } = answer.auth_data;
  return { headers, user_id, session_id };
}

/**
 * Makes one person of each role; the pupil is in the class of the place, with its teachers, and is the parent's child.
 */
async function makePeople(db: Database, place: Place): Promise<Record<ActorRole, Person>> {
  const people = {} as Record<ActorRole, Person>;
  for (const role of ACTOR_ROLES) {
    const identity = IDENTITY_OF[role];
    const school = identity.endsWith("admin") ? DISTRICT[place] : SCHOOL[place];
    const id = role === "student" ? pupilOf(place) : `${role}-${place}`;
    const account = id.replaceAll("_", "-");
    await makePerson(db, {
      id,
      account,
      name: `${account} 的姓名`,
      ...(role === "student" && { birth_date: "2016-09-01" }),
      memberships: [{ school, identity }],
    });
    people[role] = { id, account, school };
  }
  const { student, teacher, head, parent } = people;
  const mate = mateOf(place);
  const memberships = [{ school: student.school, identity: "student" as const }];
  await makePerson(db, {
    id: mate,
    account: mate,
    name: mate,
    birth_date: "2016-09-01",
    memberships,
  });
  await makeClass(db, SCHOOL[place], {
    id: classAt(place),
    grade_id: "3",
    students: [student.id, mate],
    teachers: [teacher.id],
    heads: [head.id],
  });
  await db
    .insertInto("guardian")
    .values([student.id, mate].map((child_id) => ({ child_id, user_id: parent.id, source: null })))
    .execute();
  return people;
}

/** Makes apps that differ in their audience, and one tool of both schools. */
async function makeCatalogue(db: Database): Promise<void> {
  const keys = await makeToolKeys();
  const secret = "a-secret-of-the-app";
  await makeApps(db, [
    { id: "app-here", launch: "ticket", school_ids: ["a", "d"], secret, claims: ["name"] },
    { id: "app-far", launch: "ticket", school_ids: ["b", "e"], secret },
    // of the school, but not for anybody who calls
    { id: "app-near", launch: "ticket", school_ids: ["a", "d"], class_ids: ["no-class"] },
    toolEntry("tool", keys),
    toolEntry("tool-far", keys, { school_ids: ["b", "e"] }),
  ]);
}
