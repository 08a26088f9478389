import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  exportAudit,
  PROOF_FRESH_SECONDS,
  readAudit,
  readClass,
  readClassReads,
  readPersonHistory,
  readPersonWhole,
} from "#contract";
import { TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { openPeople, type PeopleFixture } from "../people/people.fixture.ts";
import { linkHash } from "./chain.ts";
import { verify } from "./verify.ts";

let on: PeopleFixture;
beforeAll(async () => {
  on = await openPeople();
  // who signs in is on record
  for (const account of [
    ...["root", "admin", "manager", "neighbour", "head", "teacher", "stranger", "both"],
  ]) {
    await on.as(account);
    on.pass(1000);
  }
  const by = async (account: string) => ({ headers: await on.as(account) });
  await send(on.app, readClass, { school_id: "a", class_id: "3-1" }, await by("manager"));
  on.pass(1000);
  await send(on.app, readPersonWhole, { user_id: on.id("maiti") }, await by("manager"));
  on.pass(1000);
  await send(on.app, readClass, { school_id: "b", class_id: "7-1" }, await by("neighbour"));
  on.pass(1000);
});
afterAll(() => on.close());

const read = async (by: string, input = {}) =>
  (await send(on.app, readAudit, input, { headers: await on.as(by) })).body;
const signIns = async (by: string, input = {}) => {
  const { data } = await read(by, { action: "sign-in", ...input });
  return data.entries.map(({ about }) => about?.account ?? "").toSorted();
};

describe("the audit of a scope (AD-21)", () => {
  test("tells the steps of a change apart", async () => {
    for (const step of ["plan", "applied", "undone", "of another version"]) {
      const object = { kind: "change-set", id: "c" };
      const actor = { user_id: on.id("manager"), school_id: "a" };
      await on.app.audit.record(null, { action: "change-set", actor, object, detail: { step } });
      on.pass(1000);
    }
    const { data } = await read("manager", { action: "change-set" });
    expect(data.entries.map(({ words }) => words)).toEqual([
      "批量变更",
      "批量变更（已撤销）",
      "批量变更（已应用）",
      "批量变更（计划）",
    ]);
    const object = { kind: "school", id: "a" };
    const actor = { user_id: on.id("manager"), school_id: "a" };
    const detail = { step: "drop" };
    await on.app.audit.record(null, { action: "transfer", actor, object, detail });
    const transfers = await read("manager", { action: "transfer" });
    expect(transfers.data.entries.map(({ words }) => words)).toEqual(["转学（不再等待）"]);
  });

  test("a second factor that is set up is no change of one", async () => {
    const actor = { user_id: on.id("manager"), school_id: "a" };
    for (const detail of [
      { kind: "totp", change: "added" },
      { kind: "passkey", change: "removed" },
      { kind: "recovery", change: "renewed" },
    ]) {
      const about = { actor, subject_id: on.id("manager") };
      await on.app.audit.record(null, { action: "second-factor-change", ...about, detail });
      on.pass(1000);
    }
    const words = ["重新生成恢复码", "删除通行密钥", "设置验证器"];
    const { data } = await read("manager", { action: "second-factor-change" });
    expect(data.entries.map((entry) => entry.words)).toEqual(words);
    const headers = await on.as("manager");
    const told = await send(on.app, readPersonHistory, { user_id: on.id("manager") }, { headers });
    const { entries } = told.body.data;
    const changes = entries.filter(({ action }) => action === "second-factor-change");
    expect(changes.map((entry) => entry.words)).toEqual(words);
  });

  test("holds what was done at its schools, and sign-ins of its people", async () => {
    expect(await signIns("manager")).toEqual(["both", "head", "manager", "teacher"]);
    expect(await signIns("neighbour")).toEqual(["both", "neighbour"]);
    expect(await signIns("root")).toHaveLength(8);
    const { data } = await read("manager", { action: "child-read" });
    // who reads the audit of pupils is on record for that as well
    const reads = data.entries.filter(({ object }) => object !== "审计记录");
    expect(
      reads.map(({ by, about, about_count, object }) => [
        by?.name,
        about?.name,
        about_count,
        object,
      ]),
    ).toEqual([
      ["周校长", "吕麦提", 0, "人员"],
      ["周校长", undefined, 3, "班级“3-1 班”"],
    ]);
    expect(reads[0]).toMatchObject({ words: "查看学生资料", school_name: "启明小学" });
  });

  test("of another school nothing is there, whatever is asked for", async () => {
    for (const input of [{ within: "b" }, { within: "c" }, { within: "nothing" }]) {
      expect((await read("manager", input)).data).toEqual({ entries: [], next: null });
    }
    for (const who of ["stranger", "远方", "nobody", "id-neighbour"]) {
      expect((await read("manager", { who })).data.entries).toEqual([]);
      expect((await read("manager", { whom: who })).data.entries).toEqual([]);
    }
    const all = (await read("manager")).data.entries;
    expect(all.filter(({ school_name }) => ![null, "启明小学"].includes(school_name))).toEqual([]);
  });

  test("is found by who, whom and day", async () => {
    expect(await signIns("manager", { who: "周校长" })).toEqual(["manager"]);
    expect(await signIns("manager", { whom: "HEAD" })).toEqual(["head"]);
    expect(await signIns("manager", { from: "2026-11-20", to: "2026-11-20" })).toHaveLength(4);
    expect(await signIns("manager", { to: "2026-11-19" })).toEqual([]);
    expect((await read("manager", { from: "2026-02-30" })).code).toBe(40001);
    expect(await signIns("admin", { within: "b" })).toEqual(["both", "neighbour"]);
  });

  test("goes on page by page", async () => {
    for (let turn = 0; turn < 130; turn++) {
      await on.app.audit.record(null, {
        action: "switch",
        actor: { user_id: on.id("teacher"), school_id: "a" },
      });
    }
    const first = await read("manager", { action: "switch" });
    expect(first.data.entries).toHaveLength(100);
    const second = await read("manager", { action: "switch", after: first.data.next });
    expect(second.data.entries).toHaveLength(30);
    const ids = [...first.data.entries, ...second.data.entries].map(({ id }) => id);
    expect(new Set(ids).size).toBe(130);
    expect(second.data.next).toBeNull();
    expect((await read("manager", { after: "x" })).code).toBe(40001);
  });

  test("is for nobody without the right", async () => {
    for (const account of ["head", "teacher"]) expect((await read(account)).code).toBe(40005);
    expect((await send(on.app, readAudit)).status).toBe(401);
  });
});

/** Returns the cells of a CSV. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end] of csv
    .slice(1)
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

describe("the export (AD-21)", () => {
  const ask = async (by: string, input = {}) =>
    (await send(on.app, exportAudit, input, { headers: await on.as(by) })).body;
  const HASH = /^[\da-f]{64}$/;

  test("wants a fresh proof, is on record, and proves each line", async () => {
    on.pass(PROOF_FRESH_SECONDS * 1000 + 1000);
    const input = { action: "sign-in" };
    expect(await ask("manager", input)).toMatchObject({ code: 40004, data: { check: "password" } });
    const { data } = await ask("manager", { ...input, password: TEST_PASSWORD });
    expect(data).toMatchObject({ count: 4, more: false, name: "审计记录-2026-11-20.csv" });
    const [heads = [], ...lines] = cellsOf(data.text);
    expect(lines).toHaveLength(4);
    expect(heads).not.toContain("链上位置");
    const cell = (line: string[], head: string) => line[heads.indexOf(head)] ?? "";
    for (const line of lines) {
      const text = cell(line, "原文");
      expect(createHash("sha256").update(text).digest("hex")).toBe(cell(line, "原文的 SHA-256"));
      expect(JSON.parse(text)).toMatchObject({ id: cell(line, "编号"), action: "sign-in" });
      expect(cell(line, "链值")).toMatch(HASH);
    }
    const links = lines.map((line) => cell(line, "链值"));
    expect((await verify(on.db, on.app.now(), [], links)).faults).toEqual([]);
    const forged = "0".repeat(64);
    expect((await verify(on.db, on.app.now(), [], [forged])).faults).toEqual([
      `导出文件里的链值 ${forged} 不在链上：不是这里导出的。`,
    ]);
    const seen = await read("manager", { action: "export" });
    expect(seen.data.entries).toMatchObject([{ by: { account: "manager" }, object: "审计记录" }]);
  });

  test("of the whole platform holds the chain itself", async () => {
    const { data } = await ask("root", { password: TEST_PASSWORD });
    const [heads = [], ...lines] = cellsOf(data.text);
    const cell = (line: string[], head: string) => line[heads.indexOf(head)] ?? "";
    for (const line of lines.slice(0, -1)) {
      const before = cell(line, "前一条的链值");
      const link = {
        seq: Number(cell(line, "链上位置")),
        entry_id: cell(line, "编号"),
        digest: cell(line, "原文的 SHA-256"),
      };
      if (before !== "") expect(linkHash(before, link)).toBe(cell(line, "链值"));
    }
    expect(lines.length).toBeGreaterThan(130);
  });

  test("carries nothing out in a spreadsheet", async () => {
    await on.db
      .updateTable("user")
      .set({ name: "=HYPERLINK(1)" })
      .where("id", "=", on.id("teacher"))
      .execute();
    const { data } = await ask("manager", { action: "sign-in", password: TEST_PASSWORD });
    expect(data.text).toContain("'=HYPERLINK(1)");
    expect(data.text).not.toMatch(/(^|,|"|\n)=/);
  });

  test("of what is not one's own is refused as what is not there", async () => {
    const absent = await ask("manager", { within: "nothing", password: TEST_PASSWORD });
    expect(absent.code).toBe(40400);
    expect(await ask("manager", { within: "b", password: TEST_PASSWORD })).toEqual(absent);
    expect((await ask("head")).code).toBe(40005);
  });
});

describe("who looked at a class (AD-21)", () => {
  const reads = async (by: string, school_id: string, class_id: string) =>
    (await send(on.app, readClassReads, { school_id, class_id }, { headers: await on.as(by) }))
      .body;

  test("its head-teacher sees who and what", async () => {
    const { data } = await reads("head", "a", "3-1");
    expect(data.reads.map(({ by, by_identity, what }) => [by?.name, by_identity, what])).toEqual([
      ["周校长", "manager", "学生“吕麦提”的资料"],
      ["周校长", "manager", "整个班的名单"],
    ]);
    expect(data.next).toBeNull();
  });

  test("of another class or school it is as absent as one that is not", async () => {
    const absent = await reads("head", "a", "nothing");
    expect(absent.code).toBe(40400);
    expect(await reads("head", "a", "3-2")).toEqual(absent);
    expect(await reads("manager", "b", "7-1")).toEqual(absent);
    expect((await reads("teacher", "a", "3-1")).code).toBe(40005);
  });
});
