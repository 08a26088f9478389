import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cancelErasure, exportData, readKeptData, requestErasure } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { setUpAuthenticator } from "../../test/factors.ts";
import { putFile } from "../../test/files.ts";
import { makePerson, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { fillFamily } from "./family.fixture.ts";
import { sweepOld } from "./retention.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const START = new Date("2026-11-20T08:00:00Z");
let now = START;
let at: TestApp;
let dataDir: string;
let id: Record<string, string>;
const headersOf: Record<string, Record<string, string>> = {};
const lines: string[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "schoolgate-data-"));
  const log = { write: (line: string) => void lines.push(line) };
  at = await buildTestApp({ config: { dataDir, logLevel: "info" }, now: () => now, log });
  id = await fillFamily(at.db, now);
  for (const account of ["child", "teen", "grown", "mother", "father", "manager"]) {
    headersOf[account] = (await signIn(at.app, account)).headers;
  }
});
afterAll(async () => {
  await at.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  now = START;
  // a proof from a clock that was ahead counts for nothing
  await at.db.updateTable("session").set({ proved_at: START }).execute();
});

const as = (account: string) => ({ headers: headersOf[account] ?? {} });
const fetchZip = (url: string, account: string) => at.app.inject({ url, ...as(account) });

describe("what is kept", () => {
  test("a guardian sees the child's data by kind, with reason and time, at whatever school the child is", async () => {
    const { body } = await send(at.app, readKeptData, { child_id: id["child"] }, as("mother"));
    expect(body.data).toMatchObject({
      person: { id: id["child"], name: "小满", account: "child" },
      may_export: true,
      may_erase: true,
      why_not: null,
      is_sourced: false,
      erasure: null,
    });
    const parts = body.data.kinds.flatMap((kind) => kind.parts.map((part) => [kind.class, part]));
    expect(parts).toContainEqual(["message", { name: "意见反馈", count: 1, kept: "2 年" }]);
    // what is in it besides feedback: notices, and that they were read
    expect(body.data.kinds.find((kind) => kind.class === "message")?.name).toBe("消息与反馈");
    expect(parts).toContainEqual(["device", { name: "登录记录", count: 1, kept: "180 天" }]);
    expect(body.data.kinds.every(({ why }) => why.length > 4)).toBe(true);
  });

  test.each([
    ["child", false, false],
    ["teen", true, false],
    ["grown", true, true],
    ["mother", true, true],
  ])("of oneself: %s", async (account, may_export, may_erase) => {
    const { body } = await send(at.app, readKeptData, {}, as(account));
    expect(body.data).toMatchObject({ may_export, may_erase });
  });

  test.each([
    ["a child of others", "foreign"],
    ["one's own child who has grown up", "grown"],
    ["oneself", "mother"],
    ["nobody", "absent"],
  ])("%s is no child of the mother's", async (_name, whose) => {
    const child_id = id[whose] ?? whose;
    const input = { child_id, account: whose, password: TEST_PASSWORD };
    const absent = { code: 40400, data: null, msg: "内容不存在" };
    expect((await send(at.app, readKeptData, { child_id }, as("mother"))).body).toEqual(absent);
    expect((await send(at.app, exportData, { child_id }, as("mother"))).body).toEqual(absent);
    expect((await send(at.app, requestErasure, input, as("mother"))).body).toEqual(absent);
    expect((await send(at.app, cancelErasure, { child_id }, as("mother"))).body).toEqual(absent);
  });

  test("who is not signed in learns nothing", async () => {
    expect((await send(at.app, readKeptData, { child_id: id["child"] })).status).toBe(401);
    expect((await at.app.inject({ url: "/user-data?ticket=x" })).statusCode).toBe(401);
  });
});

describe("an export", () => {
  const ready = async (input: object, account: string) =>
    (await send(at.app, exportData, { ...input }, as(account))).body;

  test("is a zip of JSON and files, and holds no secret", async () => {
    const bytes = Buffer.from("%PDF-1.4\n%%EOF");
    const key = await putFile(at.app, headersOf["mother"] ?? {}, {
      bytes,
      mime: "application/pdf",
      filename: "说明.pdf",
    });
    const { data } = await ready({}, "mother");
    const answer = await fetchZip(data.url, "mother");
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/zip");
    expect(answer.headers["cache-control"]).toBe("no-store");
    const files = unzipSync(answer.rawPayload);
    const json = (name: string) => JSON.parse(new TextDecoder().decode(files[name])) as object[];
    expect(Buffer.from(files[`files/${key}-说明.pdf`] ?? [])).toEqual(bytes);
    expect(json("user.json")).toEqual([
      expect.objectContaining({ account: "mother", name: "mother" }),
    ]);
    expect(json("guardian.json")).toHaveLength(2);
    expect(json("session.json")[0]).not.toHaveProperty("token_hash");
    expect(json("user.json")[0]).not.toHaveProperty("password_hash");
    expect(json("说明.json")).toMatchObject({ "user.json": "账号与个人资料" });
  });

  test("of a child holds the child's and not the parent's", async () => {
    const { data } = await ready({ child_id: id["child"] }, "father");
    const files = unzipSync((await fetchZip(data.url, "father")).rawPayload);
    const all = Object.values(files)
      .map((one) => new TextDecoder().decode(one))
      .join();
    expect(all).toContain("为什么");
    expect(all).not.toContain('"account": "father"');
  });

  test("is fetched once, in time, by the same sign-in; its ticket is in no log", async () => {
    const { data } = await ready({ child_id: id["child"] }, "mother");
    expect((await fetchZip(data.url, "father")).statusCode).toBe(404);
    const fetched = await Promise.all(
      Array.from({ length: 8 }, () => fetchZip(data.url, "mother")),
    );
    expect(fetched.map(({ statusCode }) => statusCode).filter((code) => code === 200)).toHaveLength(
      1,
    );
    const late = await ready({}, "mother");
    now = new Date(START.getTime() + 5 * MINUTE_MS);
    expect((await fetchZip(late.data.url, "mother")).statusCode).toBe(404);
    const tickets = [data.url, late.data.url].map((url) => url.split("=")[1] ?? "");
    expect(lines.filter((line) => tickets.some((one) => line.includes(one)))).toEqual([]);
  });

  test("wants the password when it was given long ago, and the right one", async () => {
    now = new Date(START.getTime() + 20 * MINUTE_MS);
    expect(await ready({}, "father")).toMatchObject({ code: 40004, data: { check: "password" } });
    expect((await ready({ password: "wrong" }, "father")).code).toBe(40002);
    expect((await ready({ password: TEST_PASSWORD }, "father")).code).toBe(200);
    expect((await ready({}, "father")).code).toBe(200);
  });

  test("is named after the day in China", async () => {
    now = new Date("2026-11-20T16:30:00Z");
    const { data } = await ready({ password: TEST_PASSWORD }, "mother");
    const { headers } = await fetchZip(data.url, "mother");
    expect(headers["content-disposition"]).toContain("-mother-2026-11-21.zip");
  });

  test("or the second factor of who has one", async () => {
    now = new Date(START.getTime() + 40 * MINUTE_MS);
    const { codes } = await setUpAuthenticator(at.app, as("father").headers, now.getTime());
    now = new Date(START.getTime() + 50 * MINUTE_MS);
    const { code, data } = await ready({}, "father");
    expect([code, data]).toEqual([40004, { check: "password", ways: ["totp", "recovery"] }]);
    expect((await ready({ check: { recovery: "aaaa-bbbb" } }, "father")).code).toBe(40003);
    expect((await ready({ check: { recovery: codes[0] } }, "father")).code).toBe(200);
  });

  test("is not for a child to take, and is in the audit", async () => {
    expect(await ready({}, "child")).toMatchObject({
      code: 40005,
      msg: expect.stringMatching(/爸爸妈妈/),
    });
    const entries = await at.db
      .selectFrom("audit_entry")
      .select(["user_id", "subject_id"])
      .where("action", "=", "export")
      .execute();
    expect(entries).toContainEqual({ user_id: id["father"], subject_id: id["child"] });
    expect(entries.some(({ user_id }) => user_id === id["child"])).toBe(false);
  });
});

describe("an erasure", () => {
  const ask = async (input: object, account: string) =>
    (await send(at.app, requestErasure, { ...input }, as(account))).body;
  const requests = () => at.db.selectFrom("erasure").select("user_id").execute();

  test("wants the account typed, and is asked for once", async () => {
    const child_id = id["child"];
    expect(await ask({ child_id, account: "chidl" }, "mother")).toMatchObject({
      code: 40001,
      data: { errors: [{ path: "account" }] },
    });
    const due_at = new Date(START.getTime() + 15 * DAY_MS).toISOString();
    expect((await ask({ child_id, account: " CHILD " }, "mother")).data).toEqual({ due_at });
    now = new Date(START.getTime() + MINUTE_MS);
    expect((await ask({ child_id, account: "child" }, "father")).data).toEqual({ due_at });
    const { body } = await send(at.app, readKeptData, { child_id }, as("father"));
    expect(body.data.erasure).toEqual({
      requested_at: START.toISOString(),
      due_at,
      objection: null,
    });
  });

  test("the other parent takes it back, once", async () => {
    const child_id = id["child"];
    const back = () => send(at.app, cancelErasure, { child_id }, as("father"));
    expect((await back()).body.code).toBe(200);
    expect((await back()).body.code).toBe(40400);
    expect(await requests()).toEqual([]);
  });

  test.each([["child"], ["teen"]])("is not for %s to ask for", async (account) => {
    expect((await ask({ account }, account)).code).toBe(40005);
    expect(await requests()).toEqual([]);
  });

  test("the only manager of a school stays until there is another", async () => {
    const refused = await ask({ account: "manager" }, "manager");
    expect([refused.code, refused.msg]).toEqual([40900, expect.stringMatching(/唯一的管理员/)]);
    const { school_id } = await at.db
      .selectFrom("membership")
      .select("school_id")
      .where("user_id", "=", id["manager"] ?? "")
      .executeTakeFirstOrThrow();
    await makePerson(at.db, {
      account: "deputy",
      memberships: [{ school: school_id, identity: "manager" }],
    });
    expect((await ask({ account: "manager" }, "manager")).code).toBe(200);
    await send(at.app, cancelErasure, {}, as("manager"));
  });
});

test("what has been kept for as long as it is declared is cleared away, and nothing else", async () => {
  const count = async () =>
    Promise.all(
      (["session", "feedback_thread"] as const).map(
        async (table) => (await at.db.selectFrom(table).selectAll().execute()).length,
      ),
    );
  const [sessions, threads] = await count();
  await sweepOld(at.db, now);
  expect(await count()).toEqual([sessions, threads]);
  await at.db
    .updateTable("session")
    .set({ ended_at: now, end_reason: "logout" })
    .where("user_id", "=", id["teen"] ?? "")
    .execute();
  await sweepOld(at.db, new Date(now.getTime() + 181 * DAY_MS));
  expect(await count()).toEqual([(sessions ?? 0) - 1, threads]);
  await sweepOld(at.db, new Date(now.getTime() + 731 * DAY_MS));
  expect(await count()).toEqual([0, 0]);
});
