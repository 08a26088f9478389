import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { readUserDetail, saveSetting } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { buildApp } from "../app.ts";

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

test("a person is given what they have just written by another node, too", async () => {
  await makePerson(at.db, { account: "writer" });
  // nodes share a database server
  const config = { ...at.app.config, databaseUrl: "postgres://nowhere.example/shared" };
  const now = () => new Date(clock);
  const [node, beside] = await Promise.all(
    [0, 1].map(() => buildApp({ db: at.app.db, config, now })),
  );
  if (node === undefined || beside === undefined) throw new Error("no node");
  onTestFinished(async () => void (await Promise.all([node.close(), beside.close()])));
  const { headers } = await signIn(node, "writer");
  const themeAt = async (app: typeof node, cookie = "") => {
    const { body } = await send(app, readUserDetail, {}, { headers: { ...headers, cookie } });
    return body.data.setting?.theme;
  };
  for (const theme of ["monochrome", "color"] as const) {
    const before = await themeAt(beside);
    const saved = await send(node, saveSetting, { theme }, { headers });
    const cookie = String(saved.headers["set-cookie"]).split(";")[0] ?? "";
    expect([before === theme, await themeAt(node), await themeAt(beside, cookie)]).toEqual([
      ...[false, theme, theme],
    ]);
    clock += 1;
  }
  // an embedded database has one node
  const alone = await send(at.app, saveSetting, { theme: "color" }, { headers });
  expect(alone.headers["set-cookie"]).toBeUndefined();
});
