import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { editUser, login, readApps, readUserDetail } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { findPerson } from "./sign-in.ts";
import { completeSignIn } from "./steps.ts";

let time = Date.parse("2026-11-20T00:00:00Z");
let at: TestApp;
let school: string;
let other: string;
let people = 0;
let account: string;
let id: string;

beforeAll(async () => {
  at = await buildTestApp({ now: () => new Date(time) });
  school = await makeSchool(at.db);
  other = await makeSchool(at.db);
});
afterAll(() => at.close());
beforeEach(async () => {
  account = `person${(people += 1)}`;
  const memberships = [
    { school, identity: "teacher" as const },
    { school: other, identity: "parent" as const },
  ];
  id = await makePerson(at.db, { account, memberships });
});

const liveSessions = () =>
  at.db
    .selectFrom("session")
    .select(["id", "client"])
    .where("user_id", "=", id)
    .where("ended_at", "is", null)
    .execute();

test("the database itself keeps a second live session out (SE-05)", async () => {
  await signIn(at.app, account);
  const open = (client: "web" | "pc", ended: boolean) =>
    at.db
      .insertInto("session")
      .values({
        id: `${account}-${client}-${String(ended)}`,
        token_hash: `${account}-${client}-${String(ended)}`,
        user_id: id,
        client,
        expires_at: new Date(time + 1000),
        ended_at: ended ? new Date(time) : null,
        end_reason: ended ? "logout" : null,
        proved_at: null,
      })
      .execute();
  await expect(open("web", false)).rejects.toThrow("session_live");
  await open("web", true);
  await open("pc", false);
  expect(await liveSessions()).toHaveLength(2);
});

describe("what changes while a sign-in is on its way", () => {
  /** Runs the second half of a sign-in whose first half has found the password right. */
  const goOn = async (change: { password_hash?: string; is_abled?: boolean }) => {
    await signIn(at.app, account);
    const person = await findPerson(at.app.db, id);
    if (person === undefined) throw new Error("nobody");
    await at.db.updateTable("user").set(change).where("id", "=", id).execute();
    const visitor = {
      request: null as never,
      address: "10.0.0.1",
      client: "pc",
      device: "",
    } as const;
    return completeSignIn(at.app.signIn, person, visitor, { by: "password", check: {} });
  };

  test("a password that is not the person's any more opens nothing", async () => {
    await expect(goOn({ password_hash: "another" })).rejects.toMatchObject({
      refusal: "wrongPassword",
    });
    expect((await liveSessions()).map(({ client }) => client)).toEqual(["web"]);
  });

  test("who has been disabled does not get in", async () => {
    await expect(goOn({ is_abled: false })).rejects.toMatchObject({ refusal: "wrongPassword" });
    expect((await liveSessions()).map(({ client }) => client)).toEqual(["web"]);
  });

  test("many sign in while the password changes: no session of the old one is left", async () => {
    const { headers } = await signIn(at.app, account, { client: "mobile" });
    const change = { password: "a-new-password", old_password: TEST_PASSWORD };
    const attempt = (client: string) =>
      send(at.app, login, { account, password: TEST_PASSWORD }, { headers: { client } });
    const [changed, ...tries] = await Promise.all([
      send(at.app, editUser, change, { headers }),
      ...Array.from({ length: 20 }, (_, n) => attempt(n % 2 === 0 ? "web" : "pc")),
    ]);
    expect(changed?.status).toBe(200);
    for (const { body } of tries) expect([200, 40002, 42900, 40004]).toContain(body.code);
    expect((await liveSessions()).map(({ client }) => client)).toEqual(["mobile"]);
  });
});

test("a membership that is taken away narrows who is signed in within a second, on every identity", async () => {
  const { headers } = await signIn(at.app, account);
  const acting = async (identity?: string) =>
    (await send(at.app, readApps, {}, { headers: { ...headers, ...(identity && { identity }) } }))
      .body.code;
  expect([await acting(), await acting("teacher"), await acting("parent")]).toEqual([
    200, 200, 200,
  ]);
  const lose = (identity: "teacher" | "parent") =>
    at.db
      .deleteFrom("membership")
      .where("user_id", "=", id)
      .where("identity", "=", identity)
      .execute();
  await lose("teacher");
  time += 1000;
  expect(await acting("teacher")).toBe(40005);
  // the current identity is gone: the next one held becomes active
  const { body } = await send(at.app, readUserDetail, { fields: "identity,school" }, { headers });
  expect(body.data).toMatchObject({ identity: "parent", school: { id: other } });
  expect([await acting(), await acting("parent")]).toEqual([200, 200]);
  await lose("parent");
  time += 1000;
  expect([await acting(), await acting("parent")]).toEqual([40005, 40005]);
  const alone = await send(at.app, readUserDetail, { fields: "identity,schools" }, { headers });
  expect(alone.body.data).toEqual({ identity: null, schools: [] });
});
