import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { previewInvitation } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { invite } from "./invite.ts";

describe("on the database (SE-12)", () => {
  const now = new Date();
  let at: TestApp;
  beforeAll(async () => {
    at = await buildTestApp();
    await makeSchool(at.db, { id: "one", name: "启明小学" });
    for (const id of ["x", "y"]) await makeSchool(at.db, { id, name: "重名小学" });
    await makePerson(at.db, {
      account: "pupil",
      id: "pupil",
      name: "林小满",
      memberships: [{ school: "one", identity: "student" }],
    });
    await at.db
      .insertInto("class")
      .values({
        school_id: "one",
        id: "a",
        name: "三年级（2）班",
        grade_id: "3",
        stage_id: "primary",
        source: null,
        sourced_id: null,
      })
      .execute();
    await at.db
      .insertInto("class_student")
      .values({ school_id: "one", class_id: "a", user_id: "pupil", source: null })
      .execute();
  });
  afterAll(() => at.close());

  test.each([
    [{ school: "启明小学" }, { kind: "staff", identity: "teacher", class_name: null }],
    [
      { school: "one", identity: "manager" as const },
      { kind: "staff", identity: "manager" },
    ],
    [
      { school: "one", class: "三年级（2）班" },
      { kind: "class", identity: "student", class_name: "三年级（2）班" },
    ],
    [
      { school: "one", class: "a", identity: "teacher" as const },
      { kind: "class", identity: "teacher" },
    ],
    [
      { school: "one", child: "Pupil" },
      { kind: "child", child_name: "林＊满" },
    ],
  ])("%j makes a code that works", async (asked, opens) => {
    const told = await invite(at.db, { ...asked }, now);
    const invitation = /邀请码：([A-Z2-9-]{11})\n/.exec(told)?.[1] ?? "";
    const { body } = await send(at.app, previewInvitation, { invitation });
    expect(body.data).toMatchObject({ school_name: "启明小学", ...opens });
  });

  test.each([
    [{ school: "无名小学" }, "没有编号、代码或名称为“无名小学”的学校"],
    [{ school: "重名小学" }, "有不止一个学校叫“重名小学”，请改用编号：x、y。"],
    [{ school: "one", class: "b" }, "没有编号、代码或名称为“b”的班级"],
    [{ school: "x", child: "pupil" }, "“林小满”（pupil）不是本校的在班学生。"],
    [{ school: "one", class: "a", identity: "manager" as const }, "只能是 student 或 teacher"],
    [{ school: "one", identity: "student" as const }, "请用 --class 指明班级"],
    [{ school: "one", uses: 201 }, "最多可用 200 次。"],
    [{ school: "one", days: 31 }, "有效期最长 30 天。"],
  ])("%j is refused: %s", async (asked, text) => {
    await expect(invite(at.db, { ...asked }, now)).rejects.toThrow(text);
  });
});
