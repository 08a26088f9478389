import type { Identity } from "#contract";
import { makePerson, makeSchool } from "../../test/people.ts";
import type { Database } from "../database/database.ts";

/**
 * Makes schools and people: 林岚 teaches at both enabled schools, manages one, has a child there, and is a teacher at a
 * closed school too; 梁地's first membership is at the closed school. Returns the ids of schools and people.
 */
export async function fillSchools(db: Database): Promise<Record<string, string>> {
  const id: Record<string, string> = {};
  id["primary"] = await makeSchool(db, { name: "启明小学", stage_ids: ["primary"] });
  id["junior"] = await makeSchool(db, { name: "启明中学" });
  id["closed"] = await makeSchool(db, { name: "旧城小学", is_abled: false });
  const of = (school: string, identity: Identity, is_abled = true) => ({
    school: id[school] ?? "",
    identity,
    is_abled,
  });
  id["lin"] = await makePerson(db, {
    account: "lin",
    name: "林岚",
    mobile: "13812340000",
    email: "linlan@example.cn",
    gender: "female",
    memberships: [
      of("primary", "teacher"),
      of("junior", "teacher"),
      of("closed", "teacher"),
      of("primary", "manager"),
      of("primary", "parent"),
    ],
  });
  id["child"] = await makePerson(db, {
    account: "child",
    name: "林小满",
    birth_date: "2018-03-01",
    admission_time: "2024-09-01",
    memberships: [of("primary", "student")],
  });
  await makePerson(db, {
    account: "liang",
    memberships: [of("closed", "teacher"), of("primary", "parent")],
  });
  await makePerson(db, {
    account: "off",
    memberships: [of("primary", "teacher", false), of("junior", "student")],
  });
  await makePerson(db, { account: "nobody" });
  await db
    .insertInto("class")
    .values(
      [
        { school_id: id["primary"], id: "c32", name: "三年级（2）班", grade_id: "3" },
        { school_id: id["primary"], id: "c41", name: "四年级（1）班", grade_id: "4" },
        { school_id: id["primary"], id: "gone", name: "旧班", grade_id: "3", is_abled: false },
        { school_id: id["junior"], id: "c81", name: "八年级（1）班", grade_id: "8" },
      ].map((one) => ({ ...one, stage_id: "primary", source: null, sourced_id: null })),
    )
    .execute();
  await db
    .insertInto("subject")
    .values([
      { id: "chinese", name: "语文", sort: 1 },
      { id: "maths", name: "数学", sort: 2 },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const teaches = (school: string, class_id: string, subject_id: string, is_head = false) => ({
    school_id: id[school] ?? "",
    class_id,
    user_id: id["lin"] ?? "",
    subject_id,
    is_head,
    source: null,
  });
  await db
    .insertInto("class_teacher")
    .values([
      teaches("primary", "c32", "chinese", true),
      teaches("primary", "c41", "chinese"),
      teaches("primary", "gone", "chinese", true),
      teaches("junior", "c81", "maths"),
    ])
    .execute();
  await db
    .insertInto("class_student")
    .values({ school_id: id["primary"], class_id: "c32", user_id: id["child"], source: null })
    .execute();
  await db
    .insertInto("guardian")
    .values({ child_id: id["child"], user_id: id["lin"], relation: "母亲", source: null })
    .execute();
  return id;
}
