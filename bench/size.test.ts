import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test("no first load and no chunk of a page is over its budget (architecture.md)", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["bench/size.ts"], {
    encoding: "utf8",
  });
  expect(stdout + stderr).not.toContain("over");
  expect(status).toBe(0);
});
