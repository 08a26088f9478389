import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  beginPasskey,
  beginTotp,
  type Call,
  exportData,
  readBranding,
  readUploadPermission,
  saveBranding,
} from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { temporaryDirectory } from "../../test/process.ts";
import { send } from "../../test/send.ts";
import { Branding } from "./api.ts";

let now = new Date("2026-11-20T08:00:00Z");
let at: TestApp;
let removePage: () => Promise<void>;
const as: Record<string, Record<string, string>> = {};

beforeAll(async () => {
  // a page of its own: the built one is not there where the server's tests run alone
  const dist = await temporaryDirectory((remove) => (removePage = remove));
  await writeFile(join(dist, "index.html"), "<!doctype html>");
  await writeFile(join(dist, "config.json"), "{}");
  at = await buildTestApp({ now: () => now, web: { dist } });
  const district = await makeSchool(at.db, { name: "晨曦区", kind: "district" });
  const school = await makeSchool(at.db, { name: "启明小学", parent_id: district });
  for (const [account, identity, place] of [
    ["he", "inner_admin", district],
    ["wang", "admin", district],
    ["lin", "manager", school],
    ["sun", "teacher", school],
  ] as const) {
    await makePerson(at.db, { account, memberships: [{ school: place, identity }] });
    as[account] = (await signIn(at.app, account)).headers;
  }
});
afterAll(async () => {
  await at.close();
  await removePage();
});

async function make<C extends Call>(who: string, call: C, input: Record<string, unknown> = {}) {
  return (await send(at.app, call, input, { headers: as[who] ?? {} })).body;
}
const save = (...changes: [string, string | null, string | null][]) =>
  make("he", saveBranding, {
    changes: changes.map(([field, before, after]) => ({ field, before, after })),
  });
const shown = async () => (await at.app.inject("/platformEntry/config.json")).json();

describe("the platform's branding", () => {
  test("is for the platform's administrators", async () => {
    const changes = [{ field: "name", before: null, after: "晨曦云" }];
    for (const who of ["wang", "lin", "sun"]) {
      expect([who, (await make(who, readBranding)).code]).toEqual([who, 40005]);
      expect([who, (await make(who, saveBranding, { changes })).code]).toEqual([who, 40005]);
    }
    expect((await make("nobody", readBranding)).code).toBe(401);
    expect((await make("he", readBranding)).data).toMatchObject({
      own: {},
      defaults: { name: "学门", welcome: "一扇门，通向每天的学习与教学" },
    });
  });

  test.each([
    [{ field: "colour", after: "#ffd500" }, "主色：这个颜色太浅"],
    [{ field: "side_colour", after: "#004d40" }, "底色：这个颜色太深"],
    [{ field: "help_url", after: "javascript:alert(1)" }, "https://"],
    [{ field: "name", after: "晨曦区智慧教育公共服务平台" }, "名称：最多 12 个字"],
    [{ field: "name", after: "  " }, "请填写"],
    [{ field: "name", after: "\u200d" }, "名称：文字不能为空"],
    [{ field: "welcome", after: "好\u202e好" }, "文字里不能有"],
    [{ field: "icp", after: "没有" }, "如：京ICP备"],
    [{ field: "logo", after: "https://a.example/x.png" }, "请上传一张图片"],
    [{ field: "logo", after: `/file/picture/${"a".repeat(22)}` }, "重新上传"],
  ])("refuses %j with the reason", async (change, msg) => {
    const answer = await make("he", saveBranding, { changes: [{ before: null, ...change }] });
    expect([answer.code, answer.msg]).toEqual([40001, expect.stringContaining(msg)]);
  });

  test("refuses what is no field, and one field twice", async () => {
    expect((await save(["colours", null, "#000000"])).code).toBe(40001);
    expect((await save(["name", null, "甲"], ["name", null, "乙"])).code).toBe(40001);
  });

  test("is seen at once, wins over the operator's file, and is on record without a word of it", async () => {
    now = new Date(now.getTime() + 3_600_000);
    expect((await save(["name", null, "晨曦云"])).code).toBe(40004);
    const proof = { password: TEST_PASSWORD };
    const changes = [
      { field: "name", before: null, after: " 晨曦云 " },
      { field: "owner", before: null, after: "晨曦区教育局" },
    ];
    expect((await make("he", saveBranding, { changes, ...proof })).data).toEqual({
      own: { name: "晨曦云", owner: "晨曦区教育局" },
    });
    expect(await shown()).toMatchObject({ name: "晨曦云", owner: "晨曦区教育局" });
    const entries = await at.db
      .selectFrom("audit_entry")
      .select(["object_id", "detail"])
      .where("action", "=", "settings-change")
      .execute();
    expect(entries).toEqual([{ object_id: "face", detail: { fields: ["name", "owner"] } }]);
    expect(JSON.stringify(entries)).not.toContain("晨曦");
  });

  test("of two who change one field the second sees both values; the other fields are not in the way", async () => {
    const late = await save(["name", null, "乙"], ["welcome", null, "欢迎"]);
    expect([late.code, late.data]).toEqual([
      40900,
      { conflicts: [{ field: "name", theirs: "晨曦云" }] },
    ]);
    expect((await save(["welcome", null, "欢迎"])).code).toBe(200);
    // what somebody else has set to just this is no conflict
    expect((await save(["welcome", null, "欢迎"])).code).toBe(200);
    expect((await save(["name", "晨曦云", "乙"])).data?.own).toMatchObject({
      name: "乙",
      welcome: "欢迎",
    });
  });

  test("goes back to its defaults", async () => {
    const own = (
      await save(["name", "乙", null], ["welcome", "欢迎", null], ["owner", "晨曦区教育局", null])
    ).data?.own;
    expect(own).toEqual({});
    expect(await shown()).not.toHaveProperty("name");
  });

  test("is seen by another node within a second", async () => {
    const other = new Branding(at.db, () => now);
    expect(await other.values()).toEqual({});
    await save(["name", null, "晨曦云"]);
    expect(await other.values()).toEqual({});
    now = new Date(now.getTime() + 1000);
    expect(await other.values()).toEqual({ name: "晨曦云" });
  });

  test("its name stands in authenticators and passkeys", async () => {
    const password = TEST_PASSWORD;
    as["sun"] = (await signIn(at.app, "sun")).headers;
    const offer = (await make("sun", beginTotp, { password })).data;
    expect(new URL(offer.uri).searchParams.get("issuer")).toBe("晨曦云");
    const options = (await make("sun", beginPasskey, { password })).data;
    expect(options).toMatchObject({ options: { rp: { name: "晨曦云" } } });
  });

  test("its name stands on the pages of launches, and in a person's own data", async () => {
    const headers = as["sun"] ?? {};
    const page = await at.app.inject({
      url: "/cas/login?service=https%3A%2F%2Fnone.example",
      headers,
    });
    expect(page.body).toContain("回到晨曦云");
    expect(page.body).not.toContain("学门");
    const { url } = (await make("sun", exportData, { password: TEST_PASSWORD })).data;
    const zip = await at.app.inject({ url, headers });
    expect(zip.headers["content-disposition"]).toContain(encodeURIComponent("晨曦云数据-"));
    const note = unzipSync(zip.rawPayload)["说明.txt"];
    expect(strFromU8(note ?? new Uint8Array())).toContain("这是晨曦云保存的个人数据");
  });

  test("a logo is put by who may set one somewhere", async () => {
    const wanted = { purpose: "logo", filename: "标志.png", size: 100, mime: "image/png" };
    for (const [who, code] of [
      ["he", 200],
      ["wang", 200],
      ["lin", 200],
      ["sun", 40005],
    ] as const) {
      expect([who, (await make(who, readUploadPermission, wanted)).code]).toEqual([who, code]);
    }
  });
});
