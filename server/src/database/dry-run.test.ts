import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../test/database.ts";
import type { Queryable } from "./database.ts";
import { inTransaction } from "./dry-run.ts";

let at: TestDatabase;
beforeAll(async () => {
  at = await openTestDatabase();
});
afterAll(() => at.close());
beforeEach(async () => {
  await at.db.deleteFrom("platform_state").where("key", "=", "dry").execute();
});

/** Writes a row and returns the rows that stand there then. */
async function write(trx: Queryable): Promise<string[]> {
  await trx.insertInto("platform_state").values({ key: "dry", value: "written" }).execute();
  return kept(trx);
}

async function kept(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom("platform_state")
    .select("value")
    .where("key", "=", "dry")
    .execute();
  return rows.map(({ value }) => value);
}

test("what a dry run writes is there for it, is answered, and is gone", async () => {
  expect(await inTransaction(at.db, { dryRun: true }, write)).toEqual(["written"]);
  expect(await kept(at.db)).toEqual([]);
});

test("what is meant is kept", async () => {
  expect(await inTransaction(at.db, { dryRun: false }, write)).toEqual(["written"]);
  expect(await kept(at.db)).toEqual(["written"]);
});

test("an answer of nothing is an answer", async () => {
  expect(await inTransaction(at.db, { dryRun: true }, async () => undefined)).toBeUndefined();
});

test.each([true, false])("an error passes on and undoes all (dry run: %s)", async (dryRun) => {
  const fault = new Error("the third row is wrong");
  const failing = inTransaction(at.db, { dryRun }, async (trx) => {
    await write(trx);
    throw fault;
  });
  await expect(failing).rejects.toBe(fault);
  expect(await kept(at.db)).toEqual([]);
});

test("an error of the database passes on too", async () => {
  const failing = inTransaction(at.db, { dryRun: true }, async (trx) => {
    await write(trx);
    return write(trx);
  });
  await expect(failing).rejects.toThrow(/duplicate key/);
  expect(await kept(at.db)).toEqual([]);
});
