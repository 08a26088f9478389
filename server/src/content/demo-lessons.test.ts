import { afterAll, beforeAll, expect, test } from "vitest";
import { loadLessons } from "../../../demo/lessons/load-lessons.ts";
import { openTestDatabase } from "../../test/database.ts";
import type { ConnectedDatabase } from "../database/connect.ts";

let at: ConnectedDatabase;
beforeAll(async () => {
  at = await openTestDatabase();
});
afterAll(() => at.close());

const rows = () =>
  at.db
    .selectFrom("content")
    .select(["school_id", "id", "updated_at", "published_at"])
    .orderBy("school_id")
    .orderBy("id")
    .execute();

test("the demo's lessons are brought in once", async () => {
  const steps: number[] = [];
  expect(await loadLessons(at.db, "demo", ({ done }) => steps.push(done))).toBe(true);
  const kept = await rows();
  expect(kept.length).toBeGreaterThanOrEqual(2000);
  expect(steps).toEqual([0, kept.length]);
  expect(
    kept.every(({ published_at }) => published_at !== null && published_at <= new Date()),
  ).toBe(true);

  expect(await loadLessons(at.db, "demo")).toBe(false);
  await at.db.deleteFrom("platform_state").where("key", "=", "demo_lessons").execute();
  expect(await loadLessons(at.db, "demo")).toBe(true);
  expect(await rows()).toEqual(kept);
});
