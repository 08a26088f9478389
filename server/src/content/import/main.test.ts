import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dataDirectory, runCommand, temporaryDirectory } from "../../../test/process.ts";

/** Milliseconds for a test: each run opens the embedded database anew. */
const SLOWEST_MS = 120_000;

describe("the command", () => {
  test("refuses, tells what would change, changes it", { timeout: SLOWEST_MS }, async () => {
    const DATA_DIR = await dataDirectory("migrated");
    const content = (...args: string[]) => runCommand(DATA_DIR, "content", ...args);
    const path = join(DATA_DIR, "items.csv");
    await writeFile(path, "编号,类型,标题\na,电影,甲\n");
    const refused = await content("import", path);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toBe("第 2 行：没有“电影”这个类型\n共 1 处问题，没有写入任何数据。\n");
    await writeFile(path, "编号,类型,标题\na,课程,甲\n");
    const dry = await content("import", path, "--dry-run");
    expect(dry).toMatchObject({ code: 0, err: "" });
    expect(dry.out).toContain("以上是将会发生的变化");
    expect((await content("import", path)).out).toBe(
      "课程与资源：新增 1，更新 0，不变 0，删除 0。\n已全部写入。\n",
    );
    expect((await content("import", path)).out).toContain("没有变化");
  });

  test("shows how it is used when it is not understood", async () => {
    const { err } = await runCommand(await temporaryDirectory(), "content", "export");
    expect(err).toContain("没有“content export”这个命令，可用的有 npm run content -- import。");
  });
});
