import { makePerson, makeSchool } from "../../test/people.ts";
import type { Database } from "../database/database.ts";

/**
 * Makes pupils of three ages, the parents of two of them, a manager, and a child's feedback. Returns the ids of people.
 */
export async function fillFamily(db: Database, now: Date): Promise<Record<string, string>> {
  const id: Record<string, string> = {};
  const [near, far] = [
    await makeSchool(db, { name: "甲校" }),
    await makeSchool(db, { name: "乙校" }),
  ];
  const pupil = (school: string) => [{ school, identity: "student" as const }];
  id["child"] = await makePerson(db, {
    account: "child",
    name: "小满",
    birth_date: "2018-03-01",
    memberships: pupil(far),
  });
  id["teen"] = await makePerson(db, {
    account: "teen",
    birth_date: "2011-03-01",
    memberships: pupil(near),
  });
  id["grown"] = await makePerson(db, {
    account: "grown",
    birth_date: "2008-03-01",
    memberships: pupil(near),
  });
  id["foreign"] = await makePerson(db, {
    account: "foreign",
    birth_date: "2018-03-01",
    memberships: pupil(near),
  });
  for (const account of ["mother", "father"]) {
    id[account] = await makePerson(db, {
      account,
      memberships: [{ school: near, identity: "parent" }],
    });
  }
  id["manager"] = await makePerson(db, {
    account: "manager",
    memberships: [{ school: near, identity: "manager" }],
  });
  for (const [child, user] of [
    ["child", "mother"],
    ["child", "father"],
    ["grown", "mother"],
  ] as const) {
    await db
      .insertInto("guardian")
      .values({ child_id: id[child] ?? "", user_id: id[user] ?? "" })
      .execute();
  }
  await db
    .insertInto("feedback_thread")
    .values({
      school_id: far,
      id: "t",
      user_id: id["child"],
      identity: "student",
      assigned_school_id: far,
      kind: "question",
      title: "为什么",
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}
