import { makeApps, makeClass } from "../../test/apps.ts";
import { makePerson, makeSchool } from "../../test/people.ts";
import type { Database } from "../database/database.ts";

/** Makes two schools with people of every identity, and an app for each limit that an entry can have. */
export async function fillCatalogue(db: Database): Promise<void> {
  const primary = await makeSchool(db, { id: "primary-school", stage_ids: ["primary"] });
  const junior = await makeSchool(db, { id: "junior-school", stage_ids: ["junior"] });
  const lin = await makePerson(db, {
    account: "lin",
    memberships: [
      { school: primary, identity: "teacher" },
      { school: primary, identity: "manager" },
    ],
  });
  const sun = await makePerson(db, {
    account: "sun",
    memberships: [{ school: junior, identity: "teacher" }],
  });
  const third = await makePerson(db, {
    account: "third",
    memberships: [{ school: primary, identity: "student" }],
  });
  const sixth = await makePerson(db, {
    account: "sixth",
    memberships: [{ school: primary, identity: "student" }],
  });
  const gone = await makePerson(db, {
    account: "gone",
    memberships: [{ school: primary, identity: "student", is_abled: false }],
  });
  const mother = await makePerson(db, {
    account: "mother",
    memberships: [{ school: primary, identity: "parent" }],
  });
  await db
    .insertInto("guardian")
    .values([third, sixth, gone].map((child_id) => ({ child_id, user_id: mother })))
    .execute();
  await makeClass(db, primary, { id: "c32", grade_id: "3", students: [third], heads: [lin] });
  await makeClass(db, primary, { id: "c61", grade_id: "6", students: [sixth] });
  await makeClass(db, primary, { id: "c11", grade_id: "1", students: [gone] });
  await makeClass(db, junior, { id: "j81", grade_id: "8", stage_id: "junior", teachers: [sun] });
  await makeApps(db, [
    { id: "everyone", sort: 1 },
    { id: "hidden", display_status: "not_display", sort: 2, category_id: "hidden-only" },
    { id: "teachers", roles: ["teacher"], category_id: "teach" },
    { id: "heads", roles: ["head-teacher"], category_id: "teach" },
    { id: "pupils", roles: ["student"] },
    { id: "parents", roles: ["parent"] },
    { id: "junior-school-only", school_ids: ["junior-school"] },
    { id: "junior-stage", stage_ids: ["junior"] },
    { id: "primary-stage", stage_ids: ["primary"] },
    { id: "grade-6", grade_ids: ["6"] },
    { id: "class-3-2", class_ids: ["c32"] },
    { id: "class-1-1", class_ids: ["c11"] },
    { id: "desktop", clients: ["pc"] },
    { id: "later", open_at: new Date("2026-10-01T00:00:00+08:00") },
    { id: "closed", close_at: new Date("2026-08-01T00:00:00+08:00") },
    { id: "lab", roles: ["inner_admin"], category_id: "lab" },
  ]);
}
