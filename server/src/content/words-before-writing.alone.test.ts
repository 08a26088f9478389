import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { loadLessons } from "../../../demo/lessons/load-lessons.ts";
import { openTestDatabase, type TestDatabase } from "../../test/database.ts";
import { temporaryDirectory } from "../../test/process.ts";
import { importContent } from "./import/import.ts";
import { indexWords } from "./index-words.ts";

// watched, not replaced
vi.mock(import("./index-words.ts"), { spy: true });

let at: TestDatabase;
beforeAll(async () => {
  at = await openTestDatabase();
});
afterAll(() => at.close());
afterEach(() => {
  vi.mocked(indexWords).mockClear();
});

/** Counts how often words were made before a transaction was opened, and how often after. */
async function wordsMade(work: () => Promise<unknown>): Promise<{ before: number; after: number }> {
  const opened = vi.spyOn(at.db, "transaction");
  await work();
  const [first = 0, ...more] = opened.mock.invocationCallOrder;
  opened.mockRestore();
  expect([first > 0, more]).toEqual([true, []]);
  const made = vi.mocked(indexWords).mock.invocationCallOrder;
  const before = made.filter((one) => one < first).length;
  return { before, after: made.length - before };
}

test("an import makes all words before its transaction, which holds others up", async () => {
  const path = join(await temporaryDirectory(), "items.json");
  const items = Array.from({ length: 600 }, (_, n) => ({
    ...{ id: `n${n}`, type: "lesson", title: `第${n}课 分数`, description: "月饼" },
  }));
  await writeFile(path, JSON.stringify(items));
  const now = new Date("2026-09-01T08:00:00+08:00");
  expect(await wordsMade(() => importContent(at.db, path, { dryRun: false, now }))).toEqual({
    before: 600,
    after: 0,
  });
  const row = await at.db
    .selectFrom("content")
    .select(["tok", "title_plain", "sounds", "initials"])
    .where("id", "=", "n599")
    .executeTakeFirstOrThrow();
  expect(row).toEqual(await indexWords("第599课 分数", ["课程"], ["月饼", "", ""]));
});

test("the demo's lessons have theirs before the transaction too", async () => {
  const { before, after } = await wordsMade(() => loadLessons(at.db, "demo"));
  expect(before).toBeGreaterThanOrEqual(2000);
  expect(after).toBe(0);
});
