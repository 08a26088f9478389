import { sql } from "kysely";
import { readYear, type RosterPerson, saveYear } from "#contract";
import { makePerson, makeSchool } from "../../test/people.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { insertDraft } from "../roster-import/drafts.ts";
import { ADMINS, type Config, connect, type Site } from "./killed.fixture.ts";

const NEWCOMERS = 150;
/** Changes that run beside each other, each at a school of its own. */
export const WAYS = [
  { school: "whole", kind: "membership-state", isWhole: true, pupils: 400 },
  // an account and a lock each
  { school: "chunks", kind: "account-state", isWhole: false, pupils: 350 },
  // two accounts, two identities, a place and a bond each, and the class that they come to
  { school: "roster", kind: "roster-import", isWhole: false, pupils: 0 },
  // of each grade as many pupils; who leaves has two rows
  { school: "year", kind: "school-year", isWhole: true, pupils: 240 },
  { school: "large-year", kind: "school-year", isWhole: false, pupils: 2100 },
] as const;
export type Way = (typeof WAYS)[number];
export const YEAR = 2027;

/** Saves a school's plan for the next year, with a repeater, a pupil who leaves, a new class with its pupils and another head. */
export async function decide(on: Site, school_id: string): Promise<void> {
  const { rules, times, classes } = await on.send("planner", readYear, { school_id });
  const id = (name: string) => `${school_id}-${name}`;
  const grade = { grade_id: "1", stage_id: "primary" };
  await on.send("planner", saveYear, {
    ...{ school_id, version: 0, rules: { ...rules, year: YEAR }, times },
    classes: [...classes, { class_id: id("c3"), head_user_id: id("t2") }],
    new_classes: [
      { class_id: "new-1", ...grade, name: "一年级1班" },
      { class_id: "new-2", ...grade, name: "一年级2班", head_user_id: id("t1") },
    ],
    pupils: [
      { user_id: id("2"), act: "repeat" },
      { user_id: id("4"), act: "graduate" },
      ...["n1", "n2", "n3"].map((name, index) => {
        return { user_id: id(name), act: "move", class_id: index === 0 ? "new-2" : "new-1" };
      }),
    ],
  });
}

/** Makes the database and fills it before any node runs on it; returns the id of a roster as it was read. */
export async function fillFirst(config: Config): Promise<string> {
  const { db, everySchool, close } = await connect(config);
  await migrate(db);
  await makeSchool(everySchool, { id: "district", kind: "district" });
  const agreements = await everySchool
    .selectFrom("agreement")
    .select(["type", "version"])
    .execute();
  for (const id of ADMINS) {
    const memberships = [{ school: "district", identity: "admin" as const }];
    await makePerson(everySchool, { id, account: id, memberships });
    const agreed = agreements.map((agreement) => ({ ...agreement, user_id: id }));
    await everySchool.insertInto("consent").values(agreed).execute();
  }
  for (const way of WAYS) await fillSchool(everySchool, way);
  const draft_id = await fillRoster(everySchool);
  await close();
  return draft_id;
}

async function fillSchool(db: Database, { school, kind, pupils }: Way): Promise<void> {
  await makeSchool(db, { id: school, parent_id: "district", stage_ids: ["primary"] });
  const addPeople = async (names: ReturnType<typeof sql>, identity: string) => {
    await sql`insert into "user" (id, account, name)
      select ${school} || '-' || n, ${school} || n, '某某' || n from ${names} n`.execute(db);
    await sql`insert into membership (school_id, user_id, identity)
      select ${school}, ${school} || '-' || n, ${identity} from ${names} n`.execute(db);
  };
  await addPeople(sql`generate_series(1, ${pupils}::integer)`, "student");
  if (kind !== "school-year") return;
  await addPeople(sql`unnest(array['n1', 'n2', 'n3'])`, "student");
  await addPeople(sql`unnest(array['t1', 't2'])`, "teacher");
  await sql`insert into class (school_id, id, name, grade_id, stage_id)
    select ${school}, ${school} || '-c' || n, substr('一二三四五六', n, 1) || '年级1班', n::text, 'primary'
    from generate_series(1, 6) n`.execute(db);
  await sql`insert into class_student (school_id, class_id, user_id)
    select ${school}, ${school} || '-c' || (1 + n % 6), ${school} || '-' || n
    from generate_series(1, ${pupils}::integer) n`.execute(db);
  await sql`insert into class_teacher (school_id, class_id, user_id, subject_id, is_head)
    select ${school}, ${school} || '-c' || n, ${school} || '-t1', '', true
    from generate_series(2, 4) n`.execute(db);
}

async function fillRoster(db: Database): Promise<string> {
  const people = Array.from({ length: NEWCOMERS }, (_one, index): RosterPerson => ({
    ...{ sheet: "s", row: index + 2, identity: "student", name: `新生${index}` },
    ...{ class_name: "一年级（1）班", grade_id: "1", teaches: [], heads: [] },
    guardians: [
      { name: `新生${index}的母亲`, relation: "母亲", mobile: `139${10_000_000 + index}` },
    ],
  }));
  const source = { kind: "file", name: "新生.csv", sha256: "0".repeat(64), lines: 1 } as const;
  return insertDraft(db, {
    ...{ school_id: "roster", made_by: "planner", kind: "student", source, people },
    ...{ hashKey: Buffer.alloc(32), created_at: new Date() },
  });
}
