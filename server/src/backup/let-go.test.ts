import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import { makePerson } from "../../test/people.ts";
import { temporaryDirectory } from "../../test/process.ts";
import { backupLines } from "./backup.ts";
import { checkArchive } from "./read-archive.ts";
import { archiveBytes, writeSafely } from "./write-archive.ts";

test("a backup that nobody takes to its end lets go of the database: a name that is taken, a reader that goes away", async () => {
  const { db, close } = await openTestDatabase();
  onTestFinished(close);
  const dataDir = await temporaryDirectory();
  // more than what streams hold by themselves
  for (let n = 0; n < 300; n += 1) await makePerson(db, { account: `person-${n}` });
  const answers = async () => (await sql<{ one: number }>`select 1 as one`.execute(db)).rows;
  const taken = join(dataDir, "taken.backup");
  await writeFile(taken, "");

  const lines = () => backupLines(db, { config: { dataDir }, version: "test", now: new Date() });
  await expect(writeSafely(taken, lines())).rejects.toThrow("已经存在");
  expect(await answers()).toEqual([{ one: 1 }]);

  const left = archiveBytes(lines());
  await once(left, "readable");
  left.destroy();
  expect(await answers()).toEqual([{ one: 1 }]);

  await rm(taken);
  await writeSafely(taken, lines());
  expect((await checkArchive(taken)).summary.tables).toHaveProperty("user.rows", 300);
});
