import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import { makePerson } from "../../test/people.ts";
import { temporaryDirectory } from "../../test/process.ts";
import { backupLines } from "./backup.ts";
import { checkArchive } from "./read-archive.ts";
import { askRunning, offerBackups } from "./while-running.ts";
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

  const lines = backupLines(db, { config: { dataDir }, version: "test", now: new Date() });
  await expect(writeSafely(taken, archiveBytes(lines))).rejects.toThrow("已经存在");
  expect(await answers()).toEqual([{ one: 1 }]);

  onTestFinished(await offerBackups(db, { dataDir }));
  const ask = async () => {
    const running = await askRunning(dataDir);
    if (running === undefined) throw new Error("nobody answers at the socket");
    return running;
  };
  await expect(writeSafely(taken, await ask())).rejects.toThrow("已经存在");
  expect(await answers()).toEqual([{ one: 1 }]);

  (await ask()).once("error", () => {}).destroy();
  expect(await answers()).toEqual([{ one: 1 }]);

  await rm(taken);
  await writeSafely(taken, await ask());
  expect((await checkArchive(taken)).summary.tables).toHaveProperty("user.rows", 300);
});
