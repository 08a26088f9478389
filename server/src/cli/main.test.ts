import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../test/process.ts";

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));

test("a day that the calendar does not have cuts nothing, and the sentence says how a day is written", async () => {
  const DATA_DIR = await temporaryDirectory();
  const { code, out, err } = await new Promise<{ code: number; out: string; err: string }>(
    (resolve) => {
      const given = [MAIN, "admin", "audit", "cut", "--before", "2026-02-30"];
      execFile(process.execPath, given, { env: { DATA_DIR } }, (error, out, err) =>
        resolve({ code: error === null ? 0 : Number(error.code), out, err }),
      );
    },
  );
  expect([code, out]).toEqual([1, ""]);
  expect(err).toBe(
    "--before 的值“2026-02-30”应为 2026-11-01（北京时间）或 2026-11-01T08:00:00Z 这样的日期或时间。\n" +
      "用法：npm run admin -- audit cut --help\n",
  );
});
