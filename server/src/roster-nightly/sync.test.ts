import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type InputOf,
  readNightly,
  readNotices,
  runNightly,
  saveNightly,
  tryNightly,
} from "#contract";
import { allRows } from "../../test/all-rows.ts";
import { send } from "../../test/send.ts";
import { ChangeTestApp } from "../change-set/change-set.fixture.ts";
import { person, TestProvider } from "./test-provider.fixture.ts";

/** A connection from its setting up to its nights, one after the other: each test goes on where the last one ended. */

let on: ChangeTestApp;
let provider: TestProvider;
beforeAll(async () => {
  on = await ChangeTestApp.open({ rosterNetworks: ["127.0.0.0/8"] });
  provider = await TestProvider.start();
});
afterAll(async () => {
  await on.at.close();
  await provider.close();
});

type Save = InputOf<typeof saveNightly>;
type More = Partial<Omit<Save, "secret">>;

/** Returns what is saved; `hides` leaves the secret out. */
function connection({
  hides = false,
  ...more
}: More & { hides?: boolean; secret?: string } = {}): Save {
  const { address, token_address, secret } = provider;
  return {
    ...{ school_id: "a", version: 0, address, token_address, client_id: "night" },
    ...(!hides && { secret }),
    ...{ scope: "", demographics: true, org_id: "" },
    ...{ is_on: true, hour: 2, weekdays: [1, 2, 3, 4, 5], days_without: ["2026-11-25"], ...more },
  };
}

async function save(more: Parameters<typeof connection>[0] = {}, by = "manager") {
  return (await send(on.at.app, saveNightly, connection(more), await on.as(by))).body;
}

async function tried(more: Parameters<typeof connection>[0] = {}) {
  const { version, is_on, hour, weekdays, days_without, ...input } = connection(more);
  return (await send(on.at.app, tryNightly, input, await on.as("manager"))).body;
}

async function view(by = "manager", school_id = "a") {
  return (await send(on.at.app, readNightly, { school_id }, await on.as(by))).body;
}

/** Lets a night pass: the clock goes to a moment in China, and the jobs look. */
async function night(moment: string) {
  on.clock = Date.parse(`${moment}+08:00`);
  await on.at.app.jobs.runNow("roster-nightly-look");
  await on.at.app.jobs.runDue();
  return (await view()).data;
}

async function rowsNow() {
  const { roster_run, roster_bundle, roster_file, session, audit, job, ...rows } = await allRows(
    on.at.db,
  );
  return rows;
}

test("a connection is tried by a person once at a time", async () => {
  const both = await Promise.all([tried(), tried(), tried()]);
  const codes = both.map(({ code }) => code);
  expect(codes.toSorted((a, b) => a - b)).toEqual([200, 42900, 42900]);
  expect((await tried()).code).toBe(200);
});

test("a connection is tried before it is saved, and says what it sees", async () => {
  const before = await rowsNow();
  expect((await tried()).data).toEqual({
    is_ok: true,
    sentences: [
      "取到了访问令牌",
      "看到了学校：启明小学",
      "看到了学期 2，课程 1，班级 2，人员 14，选课 14，性别与生日 12",
      "没有改动任何数据",
    ],
  });
  expect((await tried({ secret: "wrong" })).data).toEqual({
    is_ok: false,
    sentences: ["对方没有给访问令牌（401），请检查客户端编号、密钥和授权范围"],
  });
  const inside = "http://169.254.169.254/latest";
  expect((await tried({ token_address: inside })).data.sentences[0]).toMatch(/地址在内部网络/);
  provider.failure = ({ what, response }) => {
    if (what === "users") response.writeHead(503).end();
    return what === "users";
  };
  expect((await tried()).data.sentences).toEqual([
    "取到了访问令牌",
    "看到了学校：启明小学",
    "读取 users 时，对方的服务出错（503）",
  ]);
  // a wrong port is no reason to wait
  const nobody = { token_address: "http://127.0.0.1:9/token" };
  expect((await tried(nobody)).data.sentences).toEqual([
    "取访问令牌时，对方的服务没有运行，或端口不对",
  ]);
  provider.reset();
  expect(await rowsNow()).toEqual(before);
});

test("it is saved with its secret sealed, which goes nowhere else; two at once do not overwrite each other", async () => {
  expect((await save({ hides: true })).code).toBe(40001);
  const { code, data } = await save({ address: `${provider.address}/` });
  expect(code).toBe(200);
  expect(data.connection).toMatchObject({
    version: 1,
    address: provider.address,
    saved_by: "manager",
  });
  expect(JSON.stringify(data)).not.toContain(provider.secret);
  const { secret } = await on.at.db
    .selectFrom("roster_connection")
    .select("secret")
    .executeTakeFirstOrThrow();
  expect(secret).not.toContain(provider.secret);
  expect((await save()).code).toBe(40900);
  // without the secret only where it is sent to the same place
  const again = { version: 1, hides: true };
  const moved = { ...again, token_address: "https://attacker.example/token" };
  expect(await save(moved)).toMatchObject({ code: 40001, msg: /重新填写密钥/ });
  expect(await tried({ ...moved })).toMatchObject({ code: 40001 });
  expect((await save(again)).data.connection?.version).toBe(2);
  expect((await tried({ hides: true })).data.is_ok).toBe(true);
});

test("it is for who may import there, and absent for others", async () => {
  for (const [by, school_id] of [
    ["manager-b", "a"],
    ["manager", "b"],
    ["manager", "d"],
    ["manager", "nowhere"],
  ] as const) {
    expect((await view(by, school_id)).code).toBe(40400);
    expect((await save({ school_id, version: 2 }, by)).code).toBe(40400);
  }
  expect((await view("district")).data.connection?.version).toBe(2);
  expect((await view("teacher")).code).toBe(40005);
});

test("a good night brings the school in by a change; the next one does nothing", async () => {
  expect((await view()).data.next_at).toBe("2026-11-23T18:00:00.000Z");
  expect((await night("2026-11-24T01:59:00")).runs).toEqual([]);
  const [first] = (await night("2026-11-24T02:00:30")).runs;
  expect(first).toMatchObject({
    ...{ outcome: "change", by_hand: false, change: { state: "applied" } },
    sentence:
      "读到 14 人、2 个班级；新建 2 个班级，加入 2 位教师，加入 12 位学生，编入班级 12 人，安排任课 2 项",
  });
  const set = await on.read("manager", first?.change?.id ?? "");
  expect(set).toMatchObject({ state: "applied", place_name: "启明小学", may: { undo: true } });
  const people = await on.at.db
    .selectFrom("membership as m")
    .innerJoin("user as u", "u.id", "m.user_id")
    .select(["m.identity", "u.gender", "m.school_id", "u.password_hash"])
    .where("m.source", "is not", null)
    .execute();
  expect(people).toHaveLength(14);
  expect(new Set(people.map((one) => Object.values(one).join(" ")))).toEqual(
    new Set(["student female a ", "teacher  a "]),
  );
  // the school stays what it was, and no second one is made
  const { name, source } = await on.at.db
    .selectFrom("school")
    .select(["name", "source"])
    .where("id", "=", "a")
    .executeTakeFirstOrThrow();
  expect([name, source]).toEqual(["启明小学", null]);
  const before = await rowsNow();
  expect((await night("2026-11-24T02:30:00")).runs).toHaveLength(1);
  // a day without
  expect((await night("2026-11-25T02:00:30")).runs).toHaveLength(1);
  const { runs, next_at } = await night("2026-11-26T02:00:30");
  expect(runs[0]).toMatchObject({
    ...{ outcome: "same", change: null },
    sentence: "读到 14 人、2 个班级，与现有的一致",
  });
  expect(next_at).toBe("2026-11-26T18:00:00.000Z");
  const { roster_connection, person_notice, ...rows } = await rowsNow();
  const { roster_connection: _then, person_notice: _told, ...then } = before;
  expect(rows).toEqual(then);
});

test("half of the school gone is held for a decision and told; a newer night takes its place", async () => {
  provider.data["users"] = provider.data["users"]?.slice(6) ?? [];
  provider.data["enrollments"] = provider.data["enrollments"]?.slice(6) ?? [];
  provider.data["demographics"] = [];
  const pupils = () =>
    on.at.db
      .selectFrom("membership")
      .select("user_id")
      .where("source", "is not", null)
      .where("is_abled", "=", true)
      .execute();
  const [held] = (await night("2026-11-27T02:00:30")).runs;
  expect(held).toMatchObject({ outcome: "change", change: { state: "held" } });
  expect(held?.sentence).toMatch(/读到 8 人、2 个班级；.*不再在内，超过一成/);
  expect(await pupils()).toHaveLength(14);
  const { body } = await send(on.at.app, readNotices, {}, await on.as("manager"));
  expect(body.data.notices[0]?.text).toMatch(
    /^启明小学的每晚同步带来的变更没有应用，请在“名册”里决定。/,
  );
  // the next night, by hand, with somebody new: the plan that waited gives way
  provider.data["users"]?.push(person("s99", "student", { name: "新来" }));
  on.clock += 60_000;
  const begun = await send(on.at.app, runNightly, { school_id: "a" }, await on.as("manager2"));
  expect(begun.body.data.runs[0], "before its job").toMatchObject({
    ...{ by_hand: true, outcome: "running" },
  });
  await on.at.app.jobs.runDue();
  const { runs } = (await view()).data;
  expect(runs.map(({ by_hand, change }) => [by_hand, change?.state])).toEqual([
    [true, "held"],
    [false, "discarded"],
    [false, undefined],
    [false, "applied"],
  ]);
  const id = runs[0]?.change?.id ?? "";
  expect((await on.apply("manager", id, "学校拆分")).code).toBe(200);
  await on.at.app.jobs.runDue();
  expect(await pupils()).toHaveLength(9);
  await on.undo("manager", id);
  expect(await pupils()).toHaveLength(14);
  // what was taken back does not come again by itself
  provider.reset();
  provider.data["users"]?.push(person("s98", "student", { name: "又一位" }));
  on.clock += 60_000;
  await send(on.at.app, runNightly, { school_id: "a" }, await on.as("manager"));
  await on.at.app.jobs.runDue();
  const [again] = (await view()).data.runs;
  expect(again).toMatchObject({ outcome: "change", change: { state: "planned" } });
  expect(again?.sentence).toMatch(/上一次同步被撤销过/);
  expect(await pupils()).toHaveLength(14);
});

test("while a school year turns nothing is read (YR-03)", async () => {
  const moment = (day: string) => new Date(`${day}T00:00:00+08:00`);
  const change_set_id = (await view()).data.runs[0]?.change?.id ?? "";
  const { state } = await on.read("manager", change_set_id);
  const turn = (to: typeof state) =>
    on.at.db.updateTable("change_set").set({ state: to }).where("id", "=", change_set_id).execute();
  // any approved change will do for a plan that is in force
  await turn("applied");
  await on.at.db
    .insertInto("school_year_plan")
    .values({
      ...{ id: "turn", school_id: "a", year: 2026, version: 1, school_system: "6-3" },
      ...{ names: "keep", continues: false, take_along_days: 60, change_set_id },
      ...{ effective_at: moment("2026-11-27"), pause_from: moment("2026-11-26") },
      ...{ pause_until: moment("2026-11-29"), draw_seed: null, draw_hash: null, draw_count: null },
      ...{ draw_grade_id: null, drawn_by: null, drawn_at: null, updated_by: null },
      updated_at: moment("2026-11-26"),
    })
    .execute();
  const calls = provider.calls();
  on.clock += 60_000;
  await send(on.at.app, runNightly, { school_id: "a" }, await on.as("manager"));
  await on.at.app.jobs.runDue();
  const { runs, paused_until } = (await view()).data;
  expect(runs[0]).toMatchObject({
    ...{ outcome: "skipped", change: null, sentence: "新学年交替期间不同步，到11月29日恢复" },
  });
  expect(paused_until).toBe(moment("2026-11-29").toISOString());
  expect(provider.calls()).toBe(calls);
  await on.at.db.deleteFrom("school_year_plan").execute();
  await turn(state);
});

test("a district's connection brings its schools in, each as what it is", async () => {
  const saved = await save({ school_id: "d", is_on: false }, "district");
  expect(saved.data.school).toEqual({ id: "d", name: "东区", kind: "district" });
  provider.reset();
  for (const user of provider.data["users"] ?? []) {
    user["username"] = `district.${String(user["sourcedId"])}`;
  }
  on.clock += 60_000;
  await send(on.at.app, runNightly, { school_id: "d" }, await on.as("district"));
  await on.at.app.jobs.runDue();
  const [run] = (await view("district", "d")).data.runs;
  expect(run).toMatchObject({ outcome: "change", change: { state: "applied" } });
  const set = await on.read("district", run?.change?.id ?? "");
  expect(set.place_name).toBe("东区");
  const schools = await on.at.db.selectFrom("school").select("id").orderBy("id").execute();
  expect(schools.map(({ id }) => id)).toEqual(["a", "b", "d", "e"]);
  await on.undo("district", set.id);
});

test("a night that nobody saw is said; who may not import any more stops it", async () => {
  const [missed] = (await night("2026-11-30T09:00:00")).runs;
  expect(missed).toMatchObject({
    ...{ outcome: "failed", sentence: "到时间时平台没有运行，错过了这一次" },
  });
  await on.at.db
    .updateTable("membership")
    .set({ is_abled: false })
    .where("user_id", "=", "manager")
    .execute();
  on.clock = Date.parse("2026-12-01T02:00:30+08:00");
  await on.at.app.jobs.runNow("roster-nightly-look");
  await on.at.app.jobs.runDue();
  const { runs } = (await view("manager2")).data;
  expect(runs[0]).toMatchObject({ outcome: "failed" });
  expect(runs[0]?.sentence).toMatch(/现在不能导入名册/);
});
