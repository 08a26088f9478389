import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../test/process.ts";

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));

test("a day that the calendar does not have cuts nothing, and the usage says how a day is written", async () => {
  const DATA_DIR = await temporaryDirectory();
  const { code, out, err } = await new Promise<{ code: number; out: string; err: string }>(
    (resolve) => {
      const given = [MAIN, "cut", "--before", "2026-02-30"];
      execFile(process.execPath, given, { env: { DATA_DIR } }, (error, out, err) =>
        resolve({ code: error === null ? 0 : Number(error.code), out, err }),
      );
    },
  );
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain("用法：");
  expect(err).toContain("日期如 2026-11-01，按北京时间");
});
