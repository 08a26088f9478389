import { afterAll, beforeAll, expect, test } from "vitest";
import { readUserDetail } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { endSignIns } from "./api.ts";

const NOW = new Date("2026-11-20T00:00:00Z");
let at: TestApp;
let id: string;

beforeAll(async () => {
  at = await buildTestApp({ now: () => NOW });
  id = await makePerson(at.db, { account: "lin" });
});
afterAll(() => at.close());

test("once an end was told, this node believes nothing that it remembers of the person's sessions", async () => {
  const { headers } = await signIn(at.app, "lin");
  const call = async () => (await send(at.app, readUserDetail, {}, { headers })).body;
  expect((await call()).code).toBe(200);
  await endSignIns(at.db, id, NOW);
  // a second has not passed: it is still remembered
  expect((await call()).code).toBe(200);
  at.app.sessionEnds.notify(id);
  expect(await call()).toMatchObject({ code: 401, data: { reason: "revoked" } });
});

test("who listens finds the sessions forgotten already", async () => {
  const { headers } = await signIn(at.app, "lin");
  const codes: number[] = [];
  at.app.sessionEnds.listen(async () => {
    codes.push((await send(at.app, readUserDetail, {}, { headers })).body.code);
  });
  await endSignIns(at.db, id, NOW);
  at.app.sessionEnds.notify(id);
  await at.app.background.settle();
  expect(codes).toEqual([401]);
});
