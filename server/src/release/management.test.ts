import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  publishRelease,
  readReleases,
  readUpdateInfo,
  withdrawRelease,
  type Call,
} from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { announceBuild } from "./publish.ts";

const PC = {
  ...{ device: "pc", version: "2.4.0", force: false, notes: "可以用扫描枪登录" },
  url: "https://gate.example.cn/pc-2.4.0.exe",
};
let now = new Date("2026-11-20T08:00:00Z");
let at: TestApp;
const as: Record<string, Record<string, string>> = {};

beforeAll(async () => {
  at = await buildTestApp({ now: () => now });
  const district = await makeSchool(at.db, { name: "晨曦区", kind: "district" });
  for (const [account, identity] of [
    ["he", "inner_admin"],
    ["wang", "admin"],
  ] as const) {
    await makePerson(at.db, { account, memberships: [{ school: district, identity }] });
    as[account] = (await signIn(at.app, account)).headers;
  }
});
afterAll(() => at.close());

async function make<C extends Call>(who: string, call: C, input: Record<string, unknown> = {}) {
  return (await send(at.app, call, input, { headers: as[who] ?? {} })).body;
}
const present = async (device: string) =>
  (await send(at.app, readUpdateInfo, { device })).body.data?.version;

describe("releases in administration", () => {
  test("is for the platform's administrators", async () => {
    for (const [call, input] of [
      [readReleases, {}],
      [publishRelease, PC],
      [withdrawRelease, { device: "pc", version: "2.4.0" }],
    ] as const) {
      expect([call.path, (await make("wang", call, input)).code]).toEqual([call.path, 40005]);
    }
    expect(await present("pc")).toBeUndefined();
  });

  test.each([
    [{ version: "new" }, "版本要像 2.4.0 这样"],
    [{ min_version: "3.0.0" }, "最低版本 3.0.0 高于要发布的 2.4.0"],
    [{ url: "javascript:alert(1)" }, "下载地址要以 http:// 或 https:// 开头"],
    [{ url: undefined }, "还缺下载地址"],
    [{ device: "web" }, "网页不用下载地址"],
    [
      { device: "web", url: undefined, version: "9.9.9" },
      "没有登记过网页的构建“9.9.9”：要先启动它。",
    ],
  ])("refuses %j with the reason", async (input, msg) => {
    expect(await make("he", publishRelease, { ...PC, ...input })).toMatchObject({
      ...{ code: 40001, msg },
    });
  });

  test("publishes and withdraws with a fresh proof, and notes who did it", async () => {
    now = new Date(now.getTime() + 3_600_000);
    expect((await make("he", publishRelease, PC)).code).toBe(40004);
    const proof = { password: TEST_PASSWORD };
    expect((await make("he", publishRelease, { ...PC, ...proof })).code).toBe(200);
    now = new Date(now.getTime() + 1000);
    await make("he", publishRelease, { ...PC, version: "2.5.0" });
    expect(await present("pc")).toBe("2.5.0");
    const gone = await make("he", withdrawRelease, { device: "pc", version: "2.5.0" });
    expect(gone.data).toEqual({ version: "2.4.0" });
    const again = await make("he", withdrawRelease, { device: "pc", version: "2.5.0" });
    expect([again.code, again.msg]).toEqual([40001, "没有已发布的版本：pc 2.5.0"]);
    const { releases } = (await make("he", readReleases)).data;
    expect(
      releases.map(({ version, counts, is_withdrawn }) => [version, counts, is_withdrawn]),
    ).toEqual([
      ["2.5.0", false, true],
      ["2.4.0", true, false],
    ]);
    const entries = await at.db
      .selectFrom("audit_entry")
      .select(["user_id", "object_id", "detail"])
      .where("action", "=", "release-change")
      .orderBy("id")
      .execute();
    expect(entries.map(({ object_id, detail }) => [object_id, detail])).toEqual([
      ["pc 2.4.0", { act: "publish" }],
      ["pc 2.5.0", { act: "publish" }],
      ["pc 2.5.0", { act: "withdraw" }],
    ]);
    expect(entries.every(({ user_id }) => user_id !== null)).toBe(true);
  });

  test("says more of a build of the page that has registered itself", async () => {
    await announceBuild(at.db, "0.1.0+abc", now);
    const said = { device: "web", version: "0.1.0+abc", force: false, notes: "作业可以拍照提交" };
    expect((await make("he", publishRelease, said)).code).toBe(200);
    const { body } = await send(at.app, readUpdateInfo, { device: "web" });
    expect(body.data).toMatchObject({ notes: "作业可以拍照提交", url: "/platformEntry/" });
  });
});
