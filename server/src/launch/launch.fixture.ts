import { makeApps, makeClass } from "../../test/apps.ts";
import { makePerson, makeSchool } from "../../test/people.ts";
import type { Database } from "../database/database.ts";

/**
 * Makes two schools; lin, a teacher and a parent, their child, sun of the other school; and apps of every kind that is
 * launched without a protocol. Returns lin's id.
 */
export async function fillLaunch(db: Database): Promise<string> {
  const primary = await makeSchool(db, { id: "primary", name: "启明小学" });
  const junior = await makeSchool(db, { id: "junior", name: "启明中学" });
  const linId = await makePerson(db, {
    account: "lin",
    name: "林岚",
    memberships: [
      { school: primary, identity: "teacher" },
      { school: primary, identity: "parent" },
    ],
  });
  const child = await makePerson(db, {
    account: "child",
    memberships: [{ school: primary, identity: "student" }],
  });
  await db.insertInto("guardian").values({ child_id: child, user_id: linId }).execute();
  await makePerson(db, { account: "sun", memberships: [{ school: junior, identity: "teacher" }] });
  await makeClass(db, primary, { id: "c32", grade_id: "3", teachers: [linId] });
  await makeClass(db, primary, { id: "c11", grade_id: "1", students: [child] });
  const claims = ["name", "identity", "school", "classes"];
  await makeApps(db, [
    { id: "plain", url: "https://app.example/plain?a=1", opens_in: "frame" },
    {
      id: "homework",
      launch: "ticket",
      url: "https://app.example/in?k=a%20b#/top",
      claims,
      secret: "secret of homework",
    },
    { id: "leave", launch: "ticket", claims: ["identity"], secret: "secret of leave" },
    { id: "silent", launch: "ticket", secret: "secret of silent" },
    { id: "juniors", launch: "ticket", school_ids: ["junior"], secret: "secret of juniors" },
    { id: "marks", launch: "ticket", step_up: true, secret: "secret of marks" },
    { id: "by-module", launch: "module", url: "/module/x" },
  ]);
  return linId;
}
