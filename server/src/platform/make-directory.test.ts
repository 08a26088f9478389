import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { IncomingFiles } from "../backup/local-files.ts";
import { LocalStore } from "../file/store/local-store.ts";
import { makeDirectory } from "./make-directory.ts";
import { OperatorRefused } from "./operator-refused.ts";

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "schoolgate-make-"));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

test("a directory is made with those above it, also by two at once", async () => {
  const path = join(await folder(), "a", "b", "c");
  await Promise.all([makeDirectory(path), makeDirectory(path)]);
  expect((await stat(path)).isDirectory()).toBe(true);
  await makeDirectory(path);
});

test("below a file there is none", async () => {
  const file = join(await folder(), "a");
  await writeFile(file, "");
  await expect(makeDirectory(join(file, "b"))).rejects.toThrow(/EEXIST|ENOTDIR/);
});

test.skipIf(process.platform !== "linux")(
  "where the system holds no files, uploads and restored files are refused with a sentence, and nothing waits",
  async () => {
    const dataDir = "/proc/schoolgate/data";
    const store = new LocalStore(dataDir, async () => "secret");
    const key = "k".repeat(22);
    for (const act of [
      () => store.keep(key, Buffer.from("a")),
      () => store.arrive(key, (async function* () {})()),
      () => new IncomingFiles(dataDir).begin(),
    ]) {
      const refused = await act().catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(OperatorRefused);
      expect(String(refused)).toContain("/proc 里不能建立文件夹，请用 DATA_DIR 另指定");
    }
  },
);
