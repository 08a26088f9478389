import { afterAll, beforeAll, expect, test } from "vitest";
import { loginByCode } from "#contract";
import { buildTestApp, type TestApp } from "../../../test/build.ts";
import { getCode } from "../../../test/codes.ts";
import { codeAt, setUpAuthenticator } from "../../../test/factors.ts";
import { makePerson, signIn } from "../../../test/people.ts";
import { send } from "../../../test/send.ts";

const MOBILE = "13900000001";
let time = Date.parse("2026-11-20T08:00:00Z");
let at: TestApp;
beforeAll(async () => {
  at = await buildTestApp({ now: () => new Date(time) });
});
afterAll(() => at.close());

test("a code to the phone does not stand in for the second step (SE-10)", async () => {
  await makePerson(at.db, { account: "wang", mobile: MOBILE });
  const { headers } = await signIn(at.app, "wang");
  const { secret } = await setUpAuthenticator(at.app, headers, time);
  time += 30_000;
  const code = await getCode(at.app, MOBILE, "login", { address: "10.0.0.1" });
  const enter = (check: object) => send(at.app, loginByCode, { receiver: MOBILE, code, check });
  expect((await enter({})).body).toMatchObject({ code: 40004, data: { check: "totp" } });
  expect((await enter({ totp: 123456 })).body.code).toBe(40001);
  expect((await enter({ totp: "000000" })).body.code).toBe(40003);
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => enter({ totp: codeAt(secret, time) })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});
