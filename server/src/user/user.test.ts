import { afterAll, beforeAll, expect, test } from "vitest";
import { readUserDetail } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
let at: TestApp;
beforeAll(async () => { at = await buildTestApp({config:{logLevel:"debug"}}); });
afterAll(() => at.close());
test("smoke", async () => {
  const school = await makeSchool(at.db);
  await makePerson(at.db, { account: "a", memberships: [{ school, identity: "teacher" }] });
  const { headers } = await signIn(at.app, "a");
  const r = await at.app.inject({ method: "GET", url: readUserDetail.path, headers });
  console.log(r.statusCode, r.headers, r.body);
  expect(r.statusCode).toBe(200);
});
