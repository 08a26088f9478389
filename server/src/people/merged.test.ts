import { afterAll, beforeAll, expect, test } from "vitest";
import { UNDO_DAYS } from "#contract";
import { ChangeTestApp } from "../change-set/change-set.fixture.ts";

const DAY = 86_400_000;
let on: ChangeTestApp;
beforeAll(async () => {
  on = await ChangeTestApp.open();
});
afterAll(() => on.at.close());

const merge = (from_user_id: string, into_user_id: string) =>
  on.change("manager", { kind: "person-merge", from_user_id, into_user_id });
/** Runs the hourly jobs after so many days, twice: what is asked for in the first turn is done in the next. */
async function after(days: number): Promise<void> {
  on.clock += days * DAY;
  for (let turn = 0; turn < 2; turn += 1) {
    on.clock += 3_600_001;
    await on.at.app.jobs.runNow("leavers");
    await on.at.app.jobs.runNow("erasure");
  }
}
const erased = async () =>
  (
    await on.at.db
      .selectFrom("erasure")
      .select(["user_id", "erased_at"])
      .orderBy("user_id")
      .execute()
  )
    .filter(({ erased_at }) => erased_at !== null)
    .map(({ user_id }) => user_id);
const asked = async () =>
  (await on.at.db.selectFrom("erasure").select("user_id").execute()).map(({ user_id }) => user_id);

test("a merged account is erased once it can no longer be taken apart; one that was taken apart stays (AD-14)", async () => {
  await merge("pupil11", "pupil12");
  const back = await merge("pupil13", "pupil14");
  await on.undo("manager", back.id);
  // one that somebody has put into a school again since
  await merge("pupil15", "pupil16");
  await on.at.db
    .insertInto("membership")
    .values({ school_id: "a", user_id: "pupil15", identity: "student", source: null })
    .execute();
  await after(UNDO_DAYS - 1);
  expect(await asked()).toEqual([]);
  await after(2);
  expect(await asked()).toEqual(["pupil11"]);
  expect(await erased()).toEqual(["pupil11"]);
  const left = await on.at.db
    .selectFrom("user")
    .select(["id", "name"])
    .where("id", "in", ["pupil11", "pupil12"])
    .orderBy("id")
    .execute();
  expect(left.find(({ id }) => id === "pupil12")?.name).toBe("pupil12");
  expect(left.find(({ id }) => id === "pupil11")?.name).not.toBe("pupil11");
  const entry = await on.at.db
    .selectFrom("audit_entry")
    .select("detail")
    .where("action", "=", "erase")
    .where("subject_id", "=", "pupil11")
    .orderBy("id")
    .executeTakeFirst();
  expect(entry?.detail).toEqual({ step: "merged" });
});
