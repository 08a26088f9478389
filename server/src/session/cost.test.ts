import { afterAll, beforeAll, expect, test } from "vitest";
import { login, readUserDetail } from "#contract";
import type { Database } from "../database/database.ts";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";

const statements: string[] = [];
let at: TestApp;

beforeAll(async () => {
  at = await buildTestApp();
  at.app.desk.db = counted(at.app.db);
  await at.db.deleteFrom("agreement").execute();
  const school = await makeSchool(at.db);
  await makePerson(at.db, { account: "lin", memberships: [{ school, identity: "teacher" }] });
});
afterAll(() => at.close());

function counted(db: Database): Database {
  return db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}

/** At eight o'clock everybody signs in: each statement more is a sign-in in ten less (bench/sign-in-storm.ts). */
test("who signs in for the first time costs two statements, and what they ask first finds them known", async () => {
  const { reads } = at.app.sessions;
  const { body } = await send(at.app, login, { account: "lin", password: TEST_PASSWORD });
  expect(body.code).toBe(200);
  expect(statements).toHaveLength(2);
  const { token } = body.data as { token: string };
  await send(at.app, readUserDetail, {}, { headers: { authorization: `Bearer ${token}` } });
  expect(reads).toMatchObject({ database: 0, memory: 2 });
});
