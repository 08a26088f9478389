import { expect, test } from "vitest";
import { runCommand, temporaryDirectory } from "../../test/process.ts";

test("a day that the calendar does not have cuts nothing, and the sentence says how a day is written", async () => {
  const given = ["admin", "audit", "cut", "--before", "2026-02-30"];
  const { code, out, err } = await runCommand(await temporaryDirectory(), ...given);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toBe(
    "--before 的值“2026-02-30”应为 2026-11-01（北京时间）或 2026-11-01T08:00:00Z 这样的日期或时间。\n" +
      "用法：npm run admin -- audit cut --help\n",
  );
});
