import { expect, onTestFinished, test } from "vitest";
import { filesWith } from "../../test/canary.ts";
import { makePerson, makeSchool } from "../../test/people.ts";
import { dataDirectory } from "../../test/process.ts";
import { connectDatabase } from "../database/connect.ts";
import { enableRowSecurity } from "../database/row-security.ts";
import { eraseFromRoster } from "../roster/without-erased.ts";
import { eraseRows } from "./erase.ts";
import { wipeDeleted } from "./wipe.ts";

const CANARY = "canary5c1e";
const OTHER = "somebodyelse5c1e";

test("the embedded database's own files forget who was erased, and nobody else", async () => {
  const dataDir = await dataDirectory("migrated");
  const { db, everySchool, close } = await connectDatabase({ dataDir, databasePoolSize: 1 });
  onTestFinished(close);
  const school = await makeSchool(everySchool);
  const memberships = [{ school, identity: "student" as const }];
  const id = await makePerson(everySchool, { account: CANARY, name: CANARY, memberships });
  await makePerson(everySchool, { account: OTHER, name: OTHER, memberships });
  const content = JSON.stringify({ columns: ["sourcedId"], rows: [[CANARY]] });
  const bundle = { id: "s", source: "s", base_id: null, created_at: new Date() };
  await everySchool.insertInto("roster_bundle").values(bundle).execute();
  await everySchool.insertInto("roster_source").values({ source: "s", bundle_id: "s" }).execute();
  await everySchool
    .insertInto("roster_file")
    .values({ bundle_id: "s", file: "users", content })
    .execute();
  await everySchool
    .updateTable("user")
    .set({ source: "s", sourced_id: CANARY })
    .where("id", "=", id)
    .execute();
  expect(await enableRowSecurity(db)).toBe(true);

  await everySchool.transaction().execute(async (trx) => {
    await eraseFromRoster(trx, id);
    await eraseRows(trx, { id, mobile: null, email: null });
  });
  expect(await filesWith(dataDir, [CANARY])).not.toEqual([]);
  await wipeDeleted(db);
  expect(await filesWith(dataDir, [CANARY])).toEqual([]);

  expect(await filesWith(dataDir, [OTHER])).not.toEqual([]);
  const left = await everySchool.selectFrom("user").select("account").execute();
  expect(left.map(({ account }) => account)).toContain(OTHER);
});
