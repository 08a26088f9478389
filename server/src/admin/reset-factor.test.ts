import { afterAll, beforeAll, expect, test } from "vitest";
import { readUserDetail } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { codeAt, setUpAuthenticator, signInWith } from "../../test/factors.ts";
import { makePerson, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { resetFactor } from "./access.ts";

let time = Date.parse("2026-11-20T00:00:00Z");
let at: TestApp;
beforeAll(async () => {
  at = await buildTestApp({ now: () => new Date(time) });
});
afterAll(() => at.close());

test("who has lost every factor signs in with the password again; all that was open is closed", async () => {
  const id = await makePerson(at.db, { account: "wang" });
  const { headers } = await signIn(at.app, "wang");
  const { secret, codes } = await setUpAuthenticator(at.app, headers, time);
  expect((await signInWith(at.app, "wang")).body.code).toBe(40004);
  await resetFactor(at.db, "wang", new Date(time));
  time += 60_000;
  expect((await send(at.app, readUserDetail, {}, { headers })).status).toBe(401);
  const opened = await signInWith(at.app, "wang", {
    recovery: codes[0],
    totp: codeAt(secret, time),
  });
  expect(opened.status).toBe(200);
  const kept = await at.db.selectFrom("recovery_code").selectAll().execute();
  expect(kept).toEqual([]);
  const entries = await at.db
    .selectFrom("audit_entry")
    .select(["subject_id", "outcome"])
    .where("action", "=", "second-factor-reset")
    .execute();
  expect(entries).toEqual([{ subject_id: id, outcome: "ok" }]);
});

test("an unknown account is said to be unknown", async () => {
  await expect(resetFactor(at.db, "nobody", new Date(time))).rejects.toThrow("没有账号");
});
