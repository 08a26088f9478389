import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool } from "../../test/people.ts";
import { acrossSchools } from "../database/scope.ts";
import { findPerson, type SignIn } from "./sign-in.ts";
import { STEPS } from "./steps.ts";

const NOW = new Date("2026-11-20T08:00:00Z");
let at: TestApp;

beforeAll(async () => {
  at = await buildTestApp({ now: () => NOW, config: { secondFactor: "required" } });
  const school = await makeSchool(at.db);
  const manager = [{ school, identity: "manager" as const }];
  await makePerson(at.db, { id: "agreed", account: "agreed" });
  await makePerson(at.db, { id: "new", account: "new" });
  await makePerson(at.db, { id: "child", account: "child", birth_date: "2017-06-01" });
  await makePerson(at.db, { id: "first", account: "first", must_change_password: true });
  await makePerson(at.db, { id: "manager", account: "manager", memberships: manager });
  const agreements = await at.db.selectFrom("agreement").select(["type", "version"]).execute();
  for (const user_id of ["agreed", "first", "manager"]) {
    const consents = agreements.map((one) => ({ ...one, user_id, agreed_at: NOW }));
    await at.db.insertInto("consent").values(consents).execute();
  }
});
afterAll(() => at.close());

async function begin(id: string): Promise<SignIn> {
  const person = await findPerson(at.db, id);
  if (person === undefined) throw new Error(`nobody is ${id}`);
  const request = null as never;
  const visitor = { request, address: "10.0.0.1", client: "web", device: "" } as const;
  const identified = { by: "password", check: undefined } as const;
  return { ...identified, deps: at.app.signIn, person, visitor, writes: [] };
}

/** Returns the steps whose condition says that they may want something, and those that refuse or write. */
async function outcomes(id: string) {
  const found = { mayDemand: [] as string[], refuses: [] as string[] };
  for (const step of STEPS) {
    const signIn = await begin(id);
    const { rows } = await sql<{ may: boolean }>`
      select ${step.mayDemand(signIn)} as may from "user" u where u.id = ${id}`.execute(at.app.db);
    if (rows[0]?.may === true) found.mayDemand.push(step.name);
    const refused = await step.pass(signIn).then(
      () => false,
      () => true,
    );
    if (refused || signIn.writes.length > 0) found.refuses.push(step.name);
  }
  return found;
}

describe("the steps of a sign-in", () => {
  test("consent comes first, and the second factor last", () => {
    expect(STEPS.map(({ name }) => name)).toEqual(["consent", "own password", "second factor"]);
  });

  test.each([
    ["agreed", []],
    ["child", []],
    ["new", ["consent"]],
    ["first", ["own password"]],
    ["manager", ["second factor"]],
  ])("of %s exactly these want something, and their conditions say so: %j", async (id, names) => {
    // a sign-in sees every membership of the person
    expect(await acrossSchools("sign-in", () => outcomes(id))).toEqual({
      mayDemand: names,
      refuses: names,
    });
  });
});
