import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { operate } from "../../../test/operate.ts";
import { dataDirectory, runCommand, temporaryDirectory } from "../../../test/process.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe("the command", () => {
  test("refuses, tells what would change, changes it", async () => {
    const path = join(await temporaryDirectory(), "items.csv");
    const content = (more = "") => operate(database.db, `content import ${path} ${more}`);
    await writeFile(path, "编号,类型,标题\na,电影,甲\n");
    await expect(content()).rejects.toThrow(
      /^第 2 行：没有“电影”这个类型\n共 1 处问题，没有写入任何数据。$/,
    );
    await writeFile(path, "编号,类型,标题\na,课程,甲\n");
    expect(await content("--dry-run")).toContain("以上是将会发生的变化");
    expect(await content()).toBe("课程与资源：新增 1，更新 0，不变 0，删除 0。\n已全部写入。");
    expect(await content()).toContain("没有变化");
  });

  test("is a process that opens the database of its directory", { timeout: 120_000 }, async () => {
    const dataDir = await dataDirectory("migrated");
    const path = join(dataDir, "items.csv");
    await writeFile(path, "编号,类型,标题\na,课程,甲\n");
    expect(await runCommand(dataDir, "content", "import", path)).toEqual({
      ...{ code: 0, err: "" },
      out: "课程与资源：新增 1，更新 0，不变 0，删除 0。\n已全部写入。\n",
    });
  });

  test("shows how it is used when it is not understood", async () => {
    const { err } = await runCommand(await temporaryDirectory(), "content", "export");
    expect(err).toContain("没有“content export”这个命令，可用的有 npm run content -- import。");
  });
});
