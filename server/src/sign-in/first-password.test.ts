import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { login, loginByCode } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { getCode } from "../../test/codes.ts";
import { codeAt, signInWith } from "../../test/factors.ts";
import { makePerson, makeSchool, OWN_PASSWORD, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { createStaff, resetPassword } from "../admin/people.ts";
import { importRoster } from "../roster/import.ts";
import { smallBundle, writeFolder } from "../roster/small-bundle.fixture.ts";

const NOW = new Date("2026-11-20T08:00:00Z");
const WANTED = { code: 40004, data: { check: "new_password", min_length: 8 } };
let at: TestApp;

beforeAll(async () => {
  at = await buildTestApp({ now: () => NOW, config: { secondFactor: "required" } });
});
afterAll(() => at.close());

async function bringIn(): Promise<void> {
  const folder = await writeFolder(smallBundle());
  await importRoster(at.db, folder, { now: () => NOW });
  await rm(folder, { recursive: true });
}

/** Signs in with the password that was handed out, consents given. */
const enter = (account: string, password: string, check: object = {}) =>
  signInWith(at.app, account, check, { password });

describe("a password that somebody else has set is changed at the first sign-in (SE-13)", () => {
  test("an adult's of a roster: once, and the first one opens nothing afterwards", async () => {
    await bringIn();
    expect((await enter("zhouli", "first-password")).body).toMatchObject(WANTED);
    const given = { new_password: OWN_PASSWORD };
    expect((await enter("zhouli", "first-password", given)).status).toBe(200);
    expect((await enter("zhouli", "first-password")).body.code).toBe(40002);
    expect((await enter("zhouli", OWN_PASSWORD)).status).toBe(200);
    // the same roster again asks nobody anew
    await bringIn();
    expect((await enter("zhouli", OWN_PASSWORD)).status).toBe(200);
  });

  test("a pupil's of a roster, and by a code, too", async () => {
    expect((await enter("lixiaoyu", "first-password")).body).toMatchObject(WANTED);
    const receiver = "19900000002";
    const code = await getCode(at.app, receiver, "login");
    const by = (check: object) => send(at.app, loginByCode, { receiver, code, check });
    const { agreements } = (await by({})).body.data as unknown as { agreements: object[] };
    const consents = agreements.map((one) => ({ ...one, title: undefined }));
    expect((await by({ consents })).body).toMatchObject(WANTED);
    expect((await by({ consents, new_password: OWN_PASSWORD })).status).toBe(200);
    expect((await enter("wumei", "first-password")).body.code).toBe(40002);
    expect((await enter("wumei", OWN_PASSWORD)).status).toBe(200);
  });

  test("an operator's, and again after an operator's reset, and not the one in its place again", async () => {
    const school = "测试学校";
    await makeSchool(at.db, { name: school });
    const staff = { account: "shen", name: "沈", identity: "manager", school } as const;
    const { password: first = "" } = await createStaff(at.db, staff, new Date());
    expect((await enter("shen", first)).body).toMatchObject(WANTED);
    const second = await resetPassword(at.db, "shen", NOW);
    expect((await enter("shen", first)).body.code).toBe(40002);
    expect((await enter("shen", second)).body).toMatchObject(WANTED);
    const same = await enter("shen", second, { new_password: second });
    expect(same.body).toMatchObject({ code: 40001, msg: "新密码不能与原来的密码相同" });
  });

  test("comes before the second factor, which is never set up on it", async () => {
    const memberships = [{ school: await makeSchool(at.db), identity: "manager" as const }];
    await makePerson(at.db, { account: "guan", must_change_password: true, memberships });
    const wanted = await enter("guan", TEST_PASSWORD);
    expect(wanted.body).toMatchObject(WANTED);
    const offered = await enter("guan", TEST_PASSWORD, { new_password: OWN_PASSWORD });
    expect(offered.body).toMatchObject({ code: 40004, data: { check: "factor_setup" } });
    const { offer, secret } = offered.body.data as unknown as { offer: string; secret: string };
    const setup = { offer, code: codeAt(secret, NOW.getTime()) };
    expect((await enter("guan", TEST_PASSWORD, { setup })).body).toMatchObject(WANTED);
    const both = { setup, new_password: OWN_PASSWORD };
    expect((await enter("guan", TEST_PASSWORD, both)).body.data.recovery_codes).toHaveLength(10);
    expect((await enter("guan", TEST_PASSWORD)).body.code).toBe(40002);
  });

  test("is written by one of two who do so at once", async () => {
    await makePerson(at.db, { account: "twice", must_change_password: true });
    const given = (n: number) => ({ new_password: `${OWN_PASSWORD}-${n}` });
    const answers = await Promise.all([1, 2].map((n) => enter("twice", TEST_PASSWORD, given(n))));
    expect(answers.map(({ body }) => body.code).toSorted((a, b) => a - b)).toEqual([200, 40002]);
  });

  test("is asked of nobody whose own it is", async () => {
    await makePerson(at.db, { account: "own" });
    expect((await enter("own", TEST_PASSWORD)).status).toBe(200);
  });
});

test("the demo district's people just sign in", async () => {
  const demo = await buildTestApp({ now: () => NOW });
  const folder = await writeFolder(smallBundle());
  await importRoster(demo.db, folder, { now: () => NOW, passwordsStay: true });
  await rm(folder, { recursive: true });
  await signIn(demo.app, "zhouli", { password: "first-password" });
  const again = await send(demo.app, login, { account: "zhouli", password: "first-password" });
  expect(again.status).toBe(200);
  await demo.close();
});
