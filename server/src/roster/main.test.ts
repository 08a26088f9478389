import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCommand } from "./command-line.ts";
import { progressPrinter } from "./report-text.ts";
import { bundleWith, smallBundle, writeFolder } from "./small-bundle.fixture.ts";

/** Each run opens the embedded database anew. */
const SLOWEST_MS = 120_000;
const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "schoolgate-cli-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** The command as an operator runs it, on a database of its own. */
function roster(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const env = { DATA_DIR: dataDir };
    execFile(process.execPath, [MAIN, ...args], { env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

describe("the command", () => {
  test(
    "refuses, tells what would change, changes it, and then finds nothing to change",
    { timeout: SLOWEST_MS },
    async () => {
      const broken = await writeFolder(bundleWith(["users.csv", "zhouli,", "zhou li,"]));
      const sound = await writeFolder(smallBundle());
      const refused = await roster("import", broken);
      expect(refused.code).toBe(1);
      expect(refused.err).toContain("users.csv 第 2 行 username：账号“zhou li”含有空格");
      expect(refused.err).toContain("共 1 处问题，没有写入任何数据。");

      const dry = await roster("import", sound, "--dry-run");
      expect(dry.code).toBe(0);
      expect(dry.out).toContain("  人员：新增 3，更新 0，结束 0");
      expect(dry.out).toContain("以上是将会发生的变化，没有写入任何数据。");

      const done = await roster("import", sound);
      expect(done.out).toContain("  人员：新增 3，更新 0，结束 0");
      expect(done.out).toContain("已全部写入。");
      expect(done.err).toContain("写入人员 3/3");

      const again = await roster("import", sound);
      expect(again.out).toContain("与现有数据一致，没有变化。");
      await Promise.all([broken, sound].map((folder) => rm(folder, { recursive: true })));
    },
  );

  test("names what it cannot open", { timeout: SLOWEST_MS }, async () => {
    const noZip = join(dataDir, "note.zip");
    await writeFile(noZip, "not a zip");
    for (const [path, sentence] of [
      [join(dataDir, "nowhere"), "找不到"],
      [noZip, "既不是文件夹，也不是完好的 zip 文件"],
      [dataDir, "里没有 CSV 文件"],
    ] as const) {
      const { code, err } = await roster("import", path);
      expect(code).toBe(1);
      expect(err).toContain(sentence);
      expect(err).not.toContain("at ");
    }
  });

  test("shows how it is used when it is not understood", async () => {
    const { code, err } = await roster("export");
    expect(code).toBe(1);
    expect(err).toContain("用法：npm run roster -- import <文件夹或 zip 文件>");
  });
});

test.each<[string[], ReturnType<typeof readCommand>]>([
  [["import", "a.zip"], { path: "a.zip", dryRun: false }],
  [["import", "--dry-run", "a"], { path: "a", dryRun: true }],
  [["import", "a", "--source", "s"], { path: "a", dryRun: false, source: "s" }],
  [["import"], undefined],
  [["import", "a", "b"], undefined],
  [["import", "a", "--force"], undefined],
  [[], undefined],
])("%j is read as %j", (args, command) => {
  expect(readCommand(args)).toEqual(command);
});

test.each([
  [true, "\r写入人员 1/2\r写入人员 2/2\n"],
  [false, "写入人员 2/2\n"],
])("progress on a terminal: %s", (isTTY, text) => {
  let written = "";
  const print = progressPrinter({ isTTY, write: (part: string) => (written += part) });
  print({ step: "写入人员", done: 1, total: 2 });
  print({ step: "写入人员", done: 2, total: 2 });
  expect(written).toBe(text);
});
