import { readFile } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { startPlatform } from "./platform.ts";

test.runIf(process.platform === "linux")(
  "a server keeps memory as every npm script lets it",
  async () => {
    const platform = await startPlatform();
    onTestFinished(() => platform.stop());
    const set = (await readFile(`/proc/${platform.pid}/environ`, "utf8")).split("\0");
    expect(set).toContain(`MALLOC_ARENA_MAX=${process.env["MALLOC_ARENA_MAX"]}`);
    expect(set).toContain(`MALLOC_TRIM_THRESHOLD_=${process.env["MALLOC_TRIM_THRESHOLD_"]}`);
  },
);
