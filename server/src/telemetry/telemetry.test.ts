import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reportAppLogin, reportEvents } from "#contract";
import { makeApps } from "../../test/apps.ts";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";

const NOW = new Date("2026-09-01T08:00:00+08:00");
const TOKEN = "Zk9Jq3xQ0mB7tYc2-Ld_W8sPvR5nHuE1aGfXo4iKbTz";

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({ now: () => NOW });
});
afterAll(() => test.close());

describe("reportEvents", () => {
  const report = (input: Record<string, unknown>) => send(test.app, reportEvents, input);

  it("takes one event, or up to 50, from anyone", async () => {
    const one = await report({ event: "unauthorized", page: "/home" });
    expect(one.body).toEqual({ code: 200, data: { accepted: 1 }, msg: "ok" });
    const events = Array.from({ length: 50 }, () => ({ event: "visit" }));
    expect((await report({ events })).body.data).toEqual({ accepted: 50 });
    expect((await report({ events: [] })).body.data).toEqual({ accepted: 0 });
  });

  it.each<[string, Record<string, unknown>]>([
    ["no event at all", {}],
    ["an event without a name", { event: "" }],
    ["51 events", { events: Array.from({ length: 51 }, () => ({ event: "visit" })) }],
    ["a detail that is no object", { event: "visit", detail: "text" }],
  ])("refuses %s", async (_what, input) => {
    const { status, body } = await report(input);
    expect([status, body.code]).toEqual([400, 40001]);
    expect(body.data).toMatchObject({ errors: [{ path: expect.any(String) }] });
  });

  it("slows one address down, and says for how long", async () => {
    const events = Array.from({ length: 50 }, () => ({ event: "flood" }));
    const flood = (remoteAddress: string) =>
      test.app.inject({
        method: "POST",
        url: reportEvents.path,
        remoteAddress,
        payload: { events },
      });
    for (let sent = 0; sent < 60; sent += 1) await flood("10.9.9.9");
    const refused = await flood("10.9.9.9");
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBe(60);
    expect(refused.json()).toMatchObject({ code: 42900, data: { retry_after: 60 } });
    expect((await flood("10.9.9.8")).statusCode).toBe(200);
    // a subscriber of IPv6 has as many addresses as anybody wants
    for (let sent = 0; sent < 60; sent += 1) await flood(`2001:db8:9:9::${sent}`);
    expect((await flood("2001:db8:9:9:8::1")).statusCode).toBe(429);
  });

  it("keeps what it took when the node stops, without the secrets", async () => {
    const other = await buildTestApp({ now: () => NOW });
    await send(other.app, reportEvents, {
      event: "chunk\u0000-missing",
      client: "web",
      page: `/platformEntry/?jwt=${TOKEN}#/home?t=1`,
      detail: {
        jwt: TOKEN,
        code: "CSS_CHUNK_LOAD_FAILED",
        request: `https://a.example/x.js?jwt=${TOKEN}`,
        note: `seen ${TOKEN} \u0000\uD800`,
      },
    });
    await other.app.close();
    const rows = await other.db.selectFrom("event_report").selectAll().execute();
    expect(rows).toEqual([
      {
        id: expect.any(String),
        event: "chunk-missing",
        client: "web",
        page: "/platformEntry/#/home",
        detail: {
          code: "CSS_CHUNK_LOAD_FAILED",
          request: "https://a.example/x.js",
          note: "seen … \uFFFD",
        },
        created_at: NOW,
      },
    ]);
    await other.close();
  });
});

it("forgets reports with their day, after 30 days at most", async () => {
  let now = NOW;
  const other = await buildTestApp({ now: () => now });
  const count = async () =>
    (await other.db.selectFrom("event_report").select("id").execute()).length;
  await other.app.jobs.runNow("telemetry-sweep");
  await send(other.app, reportEvents, { event: "visit" });
  await expect.poll(count).toBe(1);
  now = new Date("2026-09-30T08:00:00+08:00");
  await other.app.jobs.runNow("telemetry-sweep");
  expect(await count()).toBe(1);
  now = new Date("2026-10-01T08:00:00+08:00");
  await other.app.jobs.runNow("telemetry-sweep");
  expect(await count()).toBe(0);
  await other.close();
});

describe("reportAppLogin", () => {
  it("notes an app that the person may see, and no other", async () => {
    const school = await makeSchool(test.db);
    await makePerson(test.db, {
      account: "pupil",
      memberships: [{ school, identity: "student" }],
    });
    await makeApps(test.db, [{ id: "everyone" }, { id: "teachers", roles: ["teacher"] }]);
    const { headers } = await signIn(test.app, "pupil");
    const note = (app_id: string) => send(test.app, reportAppLogin, { app_id }, { headers });
    expect((await note("everyone")).body).toEqual({ code: 200, data: {}, msg: "ok" });
    const absent = await note("no-such");
    expect([absent.status, absent.body.code]).toEqual([404, 40400]);
    expect((await note("teachers")).body).toEqual(absent.body);
    const uses = await test.db.selectFrom("app_use").select(["app_id", "used_at"]).execute();
    expect(uses).toEqual([{ app_id: "everyone", used_at: NOW }]);
  });
});
