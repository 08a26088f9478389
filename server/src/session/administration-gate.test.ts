import { afterEach, describe, expect, test } from "vitest";
import {
  planChange,
  proveForAdministration,
  readAdministration,
  readOrganisations,
  readPeople,
} from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";

const MINUTE = 60_000;
let at: TestApp;
let clock = Date.parse("2026-11-23T08:00:00Z");
afterEach(() => at.close());

async function open(config: Parameters<typeof buildTestApp>[0] = {}) {
  clock = Date.parse("2026-11-23T08:00:00Z");
  at = await buildTestApp({ ...config, now: () => new Date(clock) });
  await makeSchool(at.db, { id: "a" });
  for (const [account, identity] of [
    ["manager", "manager"],
    ["teacher", "teacher"],
  ] as const) {
    await makePerson(at.db, { account, id: account, memberships: [{ school: "a", identity }] });
  }
  return (await signIn(at.app, "manager")).headers;
}

describe("administration that was not used for a while (GR-08)", () => {
  test("wants a fresh proof; home does not; and anyone who goes on using it is not asked", async () => {
    const headers = await open({ config: { adminIdleMinutes: 30 } });
    const list = async () => (await send(at.app, readPeople, {}, { headers })).body;
    expect((await list()).code).toBe(200);
    for (let turn = 0; turn < 3; turn += 1) {
      clock += 20 * MINUTE;
      expect((await list()).code, "used every twenty minutes").toBe(200);
      await at.app.sessions.settle();
    }
    clock += 31 * MINUTE;
    expect(await list()).toMatchObject({
      ...{ code: 40004, data: { check: "password", why: "administration" } },
    });
    const change = { kind: "account-state", user_ids: ["teacher"], is_abled: true } as const;
    const planned = (await send(at.app, planChange, { change }, { headers })).body;
    expect([planned.code, planned.data]).toMatchObject([40004, { why: "administration" }]);
    const wrong = await send(at.app, proveForAdministration, { password: "wrong" }, { headers });
    expect(wrong.body.code).not.toBe(200);
    expect((await list()).code).toBe(40004);
    expect((await send(at.app, readAdministration, {}, { headers })).body.code, "home").toBe(200);
    const input = { password: TEST_PASSWORD };
    expect((await send(at.app, proveForAdministration, input, { headers })).body.code).toBe(200);
    expect((await list()).code).toBe(200);
    clock -= 90 * MINUTE;
    expect((await list()).code, "the clock was put back").toBe(40004);
  });

  test("a proof opens it again although another was given a moment before, where it may be unused for less", async () => {
    const headers = await open({ config: { adminIdleMinutes: 2 } });
    const list = async () => (await send(at.app, readPeople, {}, { headers })).body.code;
    const prove = async (password: string) =>
      (await send(at.app, proveForAdministration, { password }, { headers })).body.code;
    clock += 3 * MINUTE;
    expect(await list()).toBe(40004);
    expect(await prove("wrong")).toBe(40002);
    expect(await list()).toBe(40004);
    expect(await prove(TEST_PASSWORD)).toBe(200);
    expect(await list()).toBe(200);
  });

  test("tells nothing to anyone without rights", async () => {
    await open({ config: { adminIdleMinutes: 30 } });
    const { headers } = await signIn(at.app, "teacher");
    clock += 31 * MINUTE;
    expect((await send(at.app, readPeople, {}, { headers })).body.code).toBe(40005);
  });
});

describe("networks of administration (GR-08)", () => {
  const from = async (remoteAddress: string, headers: Record<string, string>) => {
    const { method, path: url } = readOrganisations;
    const answer = await at.app.inject({ method, url, headers, remoteAddress });
    return answer.json<{ code: number; msg: string }>();
  };

  test("let in who comes from there, by IPv4 and IPv6, and nobody else", async () => {
    const adminNetworks = ["10.1.0.0/16", "fd00::/8"];
    const headers = await open({ config: { adminNetworks } });
    expect((await from("10.1.2.3", headers)).code).toBe(200);
    expect((await from("::ffff:10.1.2.3", headers)).code).toBe(200);
    expect((await from("fd00::1", headers)).code).toBe(200);
    expect(await from("10.2.0.1", headers)).toMatchObject({
      ...{ code: 40005, msg: "管理页面只能在学校规定的网络里使用" },
    });
  });
});
