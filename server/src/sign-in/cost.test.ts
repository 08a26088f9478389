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
  at.app.signIn.db = counted(at.app.db);
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

/**
 * Counts statements: at eight o'clock everybody signs in, and each statement more costs a tenth
 * (bench/sign-in-storm.ts).
 */
test("who signs in for the first time costs two statements, and what they ask first finds them known", async () => {
  const { reads } = at.app.sessions;
  const { body } = await send(at.app, login, { account: "lin", password: TEST_PASSWORD });
  expect(body.code).toBe(200);
  expect(statements).toHaveLength(2);
  const { token } = body.data as { token: string };
  await send(at.app, readUserDetail, {}, { headers: { authorization: `Bearer ${token}` } });
  expect(reads).toMatchObject({ database: 0, memory: 2 });
});

/** Covers most pupils: a guardian agrees in their place, and their own consents stay missing for years. */
test("nor does a child under 14 cost more, who is never asked to agree to what is in force", async () => {
  const user = { type: "user" as const, title: "用户服务协议", content: "<p>请读</p>" };
  await at.db
    .insertInto("agreement")
    .values({ ...user, id: "101", version: 1, effective_at: new Date(0) })
    .execute();
  const year = new Date().getFullYear() - 10;
  await makePerson(at.db, { account: "child", birth_date: `${year}-06-01` });
  await makePerson(at.db, { account: "grown", birth_date: "1990-06-01" });
  const attempt = (account: string) =>
    send(at.app, login, { account, password: TEST_PASSWORD }).then(({ body }) => body.code);
  expect(await attempt("grown")).toBe(40004);
  statements.length = 0;
  expect(await attempt("child")).toBe(200);
  expect(statements).toHaveLength(2);
});
