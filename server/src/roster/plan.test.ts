import { describe, expect, test } from "vitest";
import { derivedId, type SourcedKind } from "./derived-id.ts";
import type { Plan } from "./plan-rows.ts";
import { planRoster } from "./plan.ts";
import { indexRoster } from "./roster-index.ts";
import { layOver, readTables } from "./roster.ts";
import { bundleWith, bytesOf, faultsOf, TODAY, type Files } from "./small-bundle.fixture.ts";

const id = (kind: SourcedKind, sourcedId: string) => derivedId("small", kind, sourcedId);

function planOf(files: Files): Plan {
  expect(faultsOf(files)).toEqual([]);
  const ignore = () => {};
  const roster = layOver({}, readTables(bytesOf(files), ignore), ignore);
  return planRoster("small", roster.tables, indexRoster(roster, TODAY));
}

const teacherRow = (subject_id: string, is_head: boolean) => ({
  school_id: id("school", "a"),
  class_id: id("class", "a1"),
  user_id: id("user", "t"),
  subject_id,
  is_head,
});

describe("teaching", () => {
  test("a head-teacher who teaches the class nothing has a row without a subject", () => {
    const plan = planOf(bundleWith(["enrollments.csv", "e3,,,a1zh,a,t,teacher,true,,\n", ""]));
    expect(plan.class_teacher).toEqual([teacherRow("", true)]);
  });

  test("a further teacher of the homeroom is no head-teacher", () => {
    const plan = planOf(
      bundleWith(["enrollments.csv", "a1,a,t,teacher,true", "a1,a,t,teacher,false"]),
    );
    expect(plan.class_teacher).toEqual([teacherRow("chinese", false)]);
  });

  test("a scheduled class of no homeroom is a class, with pupils and a teacher of its own", () => {
    const plan = planOf(
      bundleWith(
        ["classes.csv", "y,,,,a1\n", "y,,,,\n"],
        ["enrollments.csv", "e3,", "e4,,,a1zh,a,s,student,,,\ne3,"],
      ),
    );
    const own = { school_id: id("school", "a"), class_id: id("class", "a1zh") };
    expect(plan.class.map(({ name }) => name)).toContain("三年级（1）班语文");
    expect(plan.class_student).toContainEqual({ ...own, user_id: id("user", "s") });
    expect(plan.class_teacher).toContainEqual({
      ...own,
      user_id: id("user", "t"),
      subject_id: "chinese",
      is_head: false,
    });
  });

  test("pupils of a homeroom's lesson stay pupils of the homeroom only", () => {
    const plan = planOf(bundleWith(["enrollments.csv", "e3,", "e4,,,a1zh,a,s,student,,,\ne3,"]));
    expect(plan.class_student).toHaveLength(1);
  });

  test("an enrolment whose last day has passed is none", () => {
    const plan = planOf(
      bundleWith(["enrollments.csv", "student,false,,", "student,false,,2026-11-19"]),
    );
    expect(plan.class_student).toEqual([]);
  });
});

describe("people", () => {
  test.each([
    ["莉,周", "周莉"],
    ["Mary,Smith", "Mary Smith"],
    ["\u202d莉\u202c,周", "周莉"],
    ["莉\u200b,\ufeff周\u200e", "周莉"],
    ["ئالىم,ئەخمەت", "ئالىم ئەخمەت"],
  ])("%s is called %s", (cells, name) => {
    const plan = planOf(bundleWith(["users.csv", "莉,周", cells]));
    expect(plan.user[0]?.name).toBe(name);
  });

  test("nor have schools, classes and subjects marks in their names that nobody sees", () => {
    const marked = "\u200b三年级\u202a（1）班\u202c";
    const plan = planOf(
      bundleWith(
        ["orgs.csv", "a,,,甲校", "a,,,甲\u2060校"],
        ["classes.csv", "a1,,,三年级（1）班", `a1,,,${marked}`],
        ["courses.csv", "03,a,语文", "03,a,语\u200b文"],
      ),
    );
    expect(plan.school.map(({ name }) => name)).toContain("甲校");
    expect(plan.class.map(({ name }) => name)).toEqual(["三年级（1）班", "三年级（1）班"]);
    expect(plan.subject.map(({ name }) => name)).toEqual(["语文"]);
  });

  test.each([
    ["19900000001", "19900000001"],
    ["+86 199-0000-0001", "19900000001"],
    ["+85291234567", "+85291234567"],
  ])("the mobile %s is kept as %s", (cell, mobile) => {
    const plan = planOf(bundleWith(["users.csv", "19900000001", cell]));
    expect(plan.user[0]?.mobile).toBe(mobile);
  });

  test("accounts and addresses are kept in small letters", () => {
    const plan = planOf(bundleWith(["users.csv", "zhouli,", "ZhouLi,"]));
    expect(plan.user[0]).toMatchObject({ account: "zhouli", email: "zhouli@a.example" });
  });

  test("several roles of one identity at one school are one membership", () => {
    const plan = planOf(bundleWith(["roles.csv", "r4,", "r5,,,t,secondary,counselor,,,a,\nr4,"]));
    const own = plan.membership.filter(({ user_id }) => user_id === id("user", "t"));
    expect(own.map(({ identity, sort }) => [identity, sort])).toEqual([
      ["teacher", 0],
      ["teacher", 1],
    ]);
  });

  test.each([
    ["principal", "manager"],
    ["siteAdministrator", "manager"],
    ["systemAdministrator", "inner_admin"],
    ["guardian", "parent"],
    ["relative", "parent"],
    ["aide", "teacher"],
    ["counselor", "teacher"],
    ["proctor", "teacher"],
  ])("%s becomes %s", (role, identity) => {
    const plan = planOf(bundleWith(["roles.csv", "teacher,,,b", `${role},,,b`]));
    const there = plan.membership.find(({ school_id }) => school_id === id("school", "b"));
    expect(there?.identity).toBe(identity);
  });

  test("a district's administrator becomes admin", () => {
    const plan = planOf(bundleWith(["roles.csv", "teacher,,,b", "districtAdministrator,,,d"]));
    expect(plan.membership.map(({ identity }) => identity)).toContain("admin");
  });

  test("a parent's own row can name the child, the child's row knows the relation", () => {
    const plan = planOf(bundleWith(["users.csv", "19900000002,,", "19900000002,,s"]));
    expect(plan.guardian).toEqual([
      { child_id: id("user", "s"), user_id: id("user", "p"), relation: "母亲" },
    ]);
  });
});

test.each([
  ["IT", "k0"],
  ["PR", "k1"],
  ["PK", "k2"],
  ["KG", "k3"],
  ["大班", "k3"],
])("a class of the grade %s is a kindergarten's, of its stage", (code, grade_id) => {
  const plan = planOf(
    bundleWith([
      "classes.csv",
      "（1）班,03,home,,homeroom,,a",
      `（1）班,${code},home,,homeroom,,a`,
    ]),
  );
  expect(plan.class[0]).toMatchObject({ grade_id, stage_id: "preschool" });
  expect(plan.school.find(({ sourced_id }) => sourced_id === "a")?.stage_ids).toEqual([
    "preschool",
  ]);
});

test("a grade can be written by its name", () => {
  const plan = planOf(bundleWith(["classes.csv", "（1）班,03,home", "（1）班,三年级,home"]));
  expect(plan.class[0]).toMatchObject({ grade_id: "3", stage_id: "primary" });
});

test("schools come after what is above them", () => {
  const plan = planOf(
    bundleWith(
      ["orgs.csv", "d,,,教育局,district,,,true\n", ""],
      [
        "orgs.csv",
        "b,,,乙校,school,,d,false\n",
        "b,,,乙校,school,,d,false\nd,,,教育局,district,,,true\n",
      ],
    ),
  );
  expect(plan.school.map(({ sourced_id }) => sourced_id)).toEqual(["d", "a", "b"]);
});
