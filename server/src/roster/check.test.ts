import { describe, expect, test } from "vitest";
import { bundleWith, faultsOf, type Files } from "./small-bundle.fixture.ts";

const edit = (...edits: Parameters<typeof bundleWith>): Files => bundleWith(...edits);

describe("references to nothing", () => {
  test.each<[Files, string]>([
    [
      edit(["orgs.csv", "school,,d", "school,,x"]),
      "orgs.csv 第 3 行 parentSourcedId：“x”在 orgs.csv 中不存在",
    ],
    [
      edit(["courses.csv", "home,,,y", "home,,,x"]),
      "courses.csv 第 2 行 schoolYearSourcedId：“x”在 academicSessions.csv 中不存在",
    ],
    [
      edit(["classes.csv", "03,zh", "03,x"]),
      "classes.csv 第 4 行 courseSourcedId：“x”在 courses.csv 中不存在",
    ],
    [
      edit(["classes.csv", "homeroom,,b,y", 'homeroom,,b,"y,x"']),
      "classes.csv 第 3 行 termSourcedIds：“x”在 academicSessions.csv 中不存在",
    ],
    [
      edit(["users.csv", ",p,03", ",x,03"]),
      "users.csv 第 3 行 agentSourcedIds：“x”在 users.csv 中不存在",
    ],
    [
      edit(["roles.csv", "parent,,,a", "parent,,,x"]),
      "roles.csv 第 4 行 orgSourcedId：“x”在 orgs.csv 中不存在",
    ],
    [
      edit(["roles.csv", "r4,,,t", "r4,,,x"]),
      "roles.csv 第 5 行 userSourcedId：“x”在 users.csv 中不存在",
    ],
    [
      edit(["enrollments.csv", "a1,a,s", "x,a,s"]),
      "enrollments.csv 第 3 行 classSourcedId：“x”在 classes.csv 中不存在",
    ],
    [
      edit(["demographics.csv", "\ns,", "\nx,"]),
      "demographics.csv 第 2 行 sourcedId：“x”在 users.csv 中不存在",
    ],
  ])("%#", (files, fault) => {
    expect(faultsOf(files)).toContain(fault);
  });

  test("to what the same bundle takes away", () => {
    const files = edit(
      ["roles.csv", "r2,,", "r2,tobedeleted,"],
      ["users.csv", "s,,", "s,tobedeleted,"],
    );
    expect(faultsOf(files)).toContain(
      "enrollments.csv 第 3 行 userSourcedId：“s”在 users.csv 中已标为 tobedeleted",
    );
  });
});

describe("people", () => {
  test.each<[string, Files, string]>([
    [
      "an account twice, in whatever case",
      edit(["users.csv", "wumei", "ZhouLi"]),
      "users.csv 第 4 行 username：账号“ZhouLi”与第 2 行的重复",
    ],
    [
      "a pupil of a district",
      edit(
        ["roles.csv", "student,,,a", "student,,,d"],
        ["enrollments.csv", "e2,,,a1,a,s,student,false,,\n", ""],
      ),
      "roles.csv 第 3 行 orgSourcedId：学生应属于学校，“教育局”不是学校",
    ],
    [
      "a district's administrator in a school",
      edit(["roles.csv", "r4,,,t,primary,teacher", "r4,,,t,primary,districtAdministrator"]),
      "roles.csv 第 5 行 orgSourcedId：districtAdministrator 应属于学校的上级机构，“乙校”是学校",
    ],
    [
      "a role that ends before it begins",
      edit(["roles.csv", "teacher,,,b", "teacher,2026-09-01,2026-08-01,b"]),
      "roles.csv 第 5 行 endDate：早于 beginDate“2026-09-01”",
    ],
    [
      "a guardian who is none",
      edit(["users.csv", ",p,03", ",t,03"]),
      "users.csv 第 3 行 agentSourcedIds：“t”没有 parent、guardian 或 relative 角色，不能作为家长",
    ],
    [
      "two adults",
      edit(["users.csv", "19900000002,,", "19900000002,,t"]),
      "users.csv 第 4 行 agentSourcedIds：与“t”都不是学生，无法成为家长和孩子",
    ],
    [
      "one's own parent",
      edit(["users.csv", ",p,03", ",s,03"]),
      "users.csv 第 3 行 agentSourcedIds：不能是自己的家长",
    ],
    [
      "more relations than people",
      edit(["users.csv", "母亲", '"母亲,父亲"']),
      "users.csv 第 3 行 metadata.agentRelations：有 2 个关系，agentSourcedIds 有 1 个人",
    ],
  ])("%s", (_, files, fault) => {
    expect(faultsOf(files)).toEqual([fault]);
  });
});

describe("classes", () => {
  test.each<[string, Files, string]>([
    [
      "organisations in a circle",
      edit(["orgs.csv", "district,,,", "district,,d,"]),
      "orgs.csv 第 2 行 parentSourcedId：机构的上级绕了一圈又回到自己",
    ],
    [
      "a class of a district",
      edit(["classes.csv", "homeroom,,b", "homeroom,,d"]),
      "classes.csv 第 3 行 schoolSourcedId：“教育局”不是学校",
    ],
    [
      "a class without a grade",
      edit(
        ["classes.csv", "班,03,home,,homeroom,,b", "班,,zh,,homeroom,,b"],
        ["courses.csv", "语文,,03", "语文,,"],
      ),
      "classes.csv 第 3 行 grades：班级和它的课程都没有写年级",
    ],
    [
      "a lesson of another school's class",
      edit(["classes.csv", "y,,,,a1\n", "y,,,,b1\n"]),
      "classes.csv 第 4 行 metadata.homeroomSourcedId：“b1”是另一所学校的班级",
    ],
    [
      "a class whose name nobody sees",
      edit(["classes.csv", "b1,,,三年级（1）班", "b1,,,\u200b\u200c"]),
      "classes.csv 第 3 行 title：名称不能为空",
    ],
    [
      "a school whose name has a break",
      edit(["orgs.csv", "甲校", "甲\u2028校"]),
      "orgs.csv 第 3 行 name：名称里不能有换行、制表符或别的控制字符",
    ],
    [
      "a lesson without a subject",
      edit(["courses.csv", "语文,chinese", ","]),
      "classes.csv 第 4 行 subjects：课和它的课程都没有写学科",
    ],
    [
      "a code of two subjects",
      edit(["classes.csv", "scheduled,,a,y,,,", "scheduled,,a,y,数学,chinese,"]),
      "classes.csv 第 4 行 subjectCodes：学科代码“chinese”在别处是“语文”，这里是“数学”",
    ],
    [
      "a year that ends before it begins",
      edit(["academicSessions.csv", "2027-08-31", "2026-08-31"]),
      "academicSessions.csv 第 2 行 endDate：早于 startDate“2026-09-01”",
    ],
    [
      "a pupil of another school",
      edit(["enrollments.csv", "a1,a,s", "b1,b,s"]),
      "enrollments.csv 第 3 行 userSourcedId：“s”不是“乙校”的学生，不能编入“三年级（1）班”",
    ],
    [
      "a class that is another school's",
      edit(["enrollments.csv", "a1,a,s", "b1,a,s"]),
      "enrollments.csv 第 3 行 schoolSourcedId：班级“三年级（1）班”属于“乙校”，不是“a”",
    ],
    [
      "a parent who teaches",
      edit(["enrollments.csv", "a1zh,a,t", "a1zh,a,p"]),
      "enrollments.csv 第 4 行 userSourcedId：“p”不是“甲校”的教师，不能任教“三年级（1）班语文”",
    ],
    [
      "a pupil whose role is over",
      edit(
        ["roles.csv", "student,,,a", "student,,2026-11-19,a"],
        ["users.csv", "母亲", ""],
        ["users.csv", ",p,03", ",,03"],
      ),
      "enrollments.csv 第 3 行 userSourcedId：“s”不是“甲校”的学生，不能编入“三年级（1）班”",
    ],
  ])("%s", (_, files, fault) => {
    expect(faultsOf(files)).toEqual([fault]);
  });
});
