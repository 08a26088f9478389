import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { login, readAgreement } from "#contract";
import { makePerson, makeSchool, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { openOperator } from "./operator.fixture.ts";

const operator = openOperator();
const { command, refusalOf, file } = operator;

const read = (type: string) => send(operator.at.app, readAgreement, { type });

describe("a new version of an agreement (SE-08)", () => {
  test("is cleaned, is shown, and is asked for again at the next sign-in", async () => {
    const school = await makeSchool(operator.at.db);
    await makePerson(operator.at.db, {
      account: "lin",
      memberships: [{ school, identity: "teacher" }],
    });
    await signIn(operator.at.app, "lin");

    const path = await file(
      "user.html",
      "<h1>本校协议</h1><p onclick=x>甲</p><script>alert(1)</script><img src=x onerror=x>",
    );
    const told = await command(`publish --type user --title 本校协议 --file ${path}`);
    expect(told).toMatch(/《本校协议》第 2 版/);
    expect(told).toMatch(/没有保留的内容：img、script/);
    const { body } = await read("user");
    expect(body.data).toMatchObject({
      version: 2,
      title: "本校协议",
      content: "<h2>本校协议</h2><p>甲</p>",
    });

    const again = await send(operator.at.app, login, { account: "lin", password: TEST_PASSWORD });
    expect(again.body).toMatchObject({
      code: 40004,
      data: { check: "consent", agreements: [{ type: "user", version: 2, title: "本校协议" }] },
    });
    const entry = await operator.at.db
      .selectFrom("audit_entry")
      .select(["object_id", "detail"])
      .where("action", "=", "agreement-change")
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({
      object_id: body.data.id,
      detail: { by: "operator", type: "user", version: 2 },
    });
  });

  test("waits for its day, and the list says which one counts", async () => {
    const path = await file("privacy.txt", "第一条\n\n第二条");
    await command(`publish --type privacy --title 新政策 --file ${path} --effective 2026-12-01`);
    expect((await read("privacy")).body.data.version).toBe(1);
    expect(await command("list")).toMatch(/\* {2}privacy {2}第 1 版/);
    operator.now = new Date("2026-11-30T16:00:00Z");
    expect((await read("privacy")).body.data).toMatchObject({
      version: 2,
      content: "<p>第一条</p>\n<p>第二条</p>",
    });
    expect(await command("list")).toMatch(/\* {2}privacy {2}第 2 版/);
  });

  test("may be a file that Windows saved", async () => {
    // 协议 in GBK
    const path = await file("child.txt", new Uint8Array([0xd0, 0xad, 0xd2, 0xe9]));
    await command(`publish --type child --title 儿童规则 --file ${path}`);
    expect((await read("child")).body.data.content).toBe("<p>协议</p>");
  });

  test.each([
    ["nothing.html", "读不到文件"],
    ["empty.html", "没有可以显示的文字"],
    ["long.txt", "不能超过"],
  ])("%s is refused", async (name, reason) => {
    const content = {
      "empty.html": "<script>1</script><p>&nbsp;</p>",
      "long.txt": "长".repeat(200_001),
    }[name];
    const path = content === undefined ? join(operator.folder, name) : await file(name, content);
    const line = `publish --type user --title 新 --file ${path}`;
    expect(await refusalOf(line)).toContain(reason);
  });

  test("does not begin in the past", async () => {
    const path = await file("late.txt", "甲");
    const line = `publish --type user --title 新 --file ${path} --effective 2026-11-01`;
    await expect(command(line)).rejects.toThrow("已经过去");
  });

  test("does not begin before one that waits already, which would never be in force", async () => {
    const path = await file("planned.txt", "甲");
    const lineOf = (type: string, more = "") =>
      `publish --type ${type} --title 新 --file ${path}${more}`;
    const publish = (type: string, more = "") => command(lineOf(type, more));
    await publish("privacy", " --effective 2027-01-01");
    const before = await command("list");
    for (const earlier of ["", " --effective 2026-12-31"]) {
      expect(await refusalOf(lineOf("privacy", earlier))).toMatch(/第 3 版.*2027\/1\/1 00:00:00/);
    }
    expect(await command("list")).toBe(before);

    // on the same day it takes the other's place: how a mistake is mended before anybody agrees to it
    expect(await publish("privacy", " --effective 2027-01-01")).toContain("第 4 版");
    expect(await publish("privacy", " --effective 2027-02-01")).toContain("第 5 版");
    expect(await publish("user")).toContain("已发布");
    operator.now = new Date("2026-12-31T16:00:00Z");
    expect((await read("privacy")).body.data.version).toBe(4);
    // what is in force already holds nothing up, what waits does
    await expect(publish("privacy")).rejects.toThrow("第 5 版");
    operator.now = new Date("2027-01-31T16:00:00Z");
    expect(await publish("privacy")).toContain("第 6 版");
    expect((await read("privacy")).body.data.version).toBe(6);
  });
});

test("what was put into the table by hand is cleaned where it is read", async () => {
  const content =
    '<p onclick="x()">甲</p><script>alert(1)</script><a href="javascript:alert(1)">乙</a><iframe src=//x></iframe>';
  await operator.at.db
    .insertInto("agreement")
    .values({
      id: "99",
      type: "child",
      version: 99,
      title: "手写",
      content,
      effective_at: operator.now,
    })
    .execute();
  expect((await read("child")).body.data.content).toBe("<p>甲</p><a>乙</a>");
});
