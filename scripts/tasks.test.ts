import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** Runs `npm run <words>` as far as the pinned Node; returns the exit code and what it says on standard error. */
function run(...words: string[]): { code: number | null; said: string } {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/tasks.ts", ...words], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return { code: status, said: stderr };
}

test.each([
  [["strat"], /^没有“strat”这个命令，可用的有：start、build、.+。\n$/],
  [["bench", "cals"], "没有“cals”这项测量，有哪些见 docs/benches.md。\n"],
  [["new", "Class_Notice"], "“Class_Notice”不能作功能名：请用小写英文单词，用 - 连接。\n"],
])("npm run %j is refused in one sentence", (words, sentence) => {
  expect(run(...words)).toEqual({
    code: 1,
    said: typeof sentence === "string" ? sentence : expect.stringMatching(sentence),
  });
});
