import { afterEach, beforeEach, expect, test } from "vitest";
import { makeApps } from "../../test/apps.ts";
import { openTestDatabase } from "../../test/database.ts";
import { makePerson, makeSchool } from "../../test/people.ts";
import type { ConnectedDatabase } from "../database/connect.ts";
import type { Database } from "../database/database.ts";
import { hasContents } from "./target.ts";

let at: ConnectedDatabase;
beforeEach(async () => {
  at = await openTestDatabase();
});
afterEach(() => at.close());

test("a place that has been started and not used is empty: the program's own modules are no contents", async () => {
  expect(await hasContents(at.db)).toBe(false);
  await makeApps(at.db, [{ id: "invitation", launch: "module", url: "/module/invitation" }]);
  expect(await hasContents(at.db)).toBe(false);
});

test.each<[string, (db: Database) => Promise<unknown>]>([
  ["a school", (db) => makeSchool(db)],
  ["a person", (db) => makePerson(db, { account: "lin" })],
  ["an app that somebody registered", (db) => makeApps(db, [{ id: "app" }])],
])("one with %s is not", async (_what, make) => {
  await make(at.db);
  expect(await hasContents(at.db)).toBe(true);
});
