import { afterAll, beforeAll, expect, test } from "vitest";
import { readUserDetail } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";

let at: TestApp;
let clock = Date.now();
beforeAll(async () => {
  at = await buildTestApp({ now: () => new Date(clock) });
});
afterAll(() => at.close());

test("who has been read a second ago is not kept in memory", async () => {
  const school = await makeSchool(at.db);
  const people = [];
  for (const account of ["lin", "wu", "sun"]) {
    await makePerson(at.db, { account, memberships: [{ school, identity: "teacher" }] });
    people.push(await signIn(at.app, account));
  }
  const ask = async ({ headers }: { headers: Record<string, string> }) =>
    expect((await send(at.app, readUserDetail, {}, { headers })).status).toBe(200);
  clock += 5000;
  for (const one of people) await ask(one);
  expect(at.app.sessions.kept).toBe(3);
  // the first is used in the same second, and stays the first that was read
  clock += 600;
  const [first, second] = people;
  if (first === undefined || second === undefined) throw new Error("nobody");
  await ask(first);
  clock += 600;
  await ask(second);
  expect(at.app.sessions.kept).toBe(1);
});
