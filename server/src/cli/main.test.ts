import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand, temporaryDirectory } from "../../test/process.ts";
import { OperatorRefused } from "../platform/operator-refused.ts";
import { sentenceOf } from "./follow.ts";

/** Milliseconds for a test that opens the embedded database anew. */
const SLOWEST_MS = 120_000;

test("a day that the calendar does not have cuts nothing, and the sentence says how a day is written", async () => {
  const given = ["admin", "audit", "cut", "--before", "2026-02-30"];
  const { code, out, err } = await runCommand(await temporaryDirectory(), ...given);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toBe(
    "--before 的值“2026-02-30”应为 2026-11-01（北京时间）或 2026-11-01T08:00:00Z 这样的日期或时间。\n" +
      "用法：npm run admin -- audit cut --help\n",
  );
});

test(
  "a command that looks at another database than the platform's says so; a backup of none is refused",
  { timeout: SLOWEST_MS },
  async () => {
    const dataDir = await temporaryDirectory();
    const wanted = "请让命令和平台用同样的 DATA_DIR 或 DATABASE_URL。\n";
    const backup = await runCommand(dataDir, "backup", join(dataDir, "x.backup"));
    expect(backup).toEqual({
      code: 1,
      out: "",
      err: `数据目录 ${dataDir} 里没有数据库，没有可以备份的内容。${wanted}`,
    });
    const restore = await runCommand(dataDir, "restore", join(dataDir, "x.backup"));
    expect(restore).toMatchObject({ code: 1, err: `没有文件 ${join(dataDir, "x.backup")}。\n` });
    expect(await readdir(dataDir)).toEqual([]);

    const list = await runCommand(dataDir, "app", "list");
    expect(list).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^注意：.+新建了一个空的。/),
    });
    expect(await runCommand(dataDir, "app", "list")).toMatchObject({ code: 0, err: "" });
  },
);

test("a database that goes away is a sentence; a fault of ours is shown whole", () => {
  expect(sentenceOf(Object.assign(new Error("terminating"), { code: "57P01" }))).toMatch(
    /^数据库中途断开了（57P01）.+。$/,
  );
  expect(sentenceOf(new OperatorRefused("没有这个人。"))).toBe("没有这个人。");
  expect(sentenceOf(new TypeError("x is not a function"))).toBeUndefined();
});
