import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findChromium } from "./chromium.mjs";
import { keptChromium } from "./packed-chromium.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "schoolgate-bin-"));
  vi.stubEnv("CHROMIUM_PATH", undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function program(name: string, exitCode: number): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\nexit ${exitCode}\n`, { mode: 0o755 });
  return path;
}

test("the one that CHROMIUM_PATH names is taken before all others", async () => {
  program("chromium", 0);
  const mine = program("my-browser", 0);
  vi.stubEnv("CHROMIUM_PATH", mine);
  vi.stubEnv("PATH", folder);
  expect(await findChromium()).toBe(mine);
});

test("a CHROMIUM_PATH that does not run is said, not passed over", async () => {
  vi.stubEnv("CHROMIUM_PATH", join(folder, "nothing"));
  await expect(findChromium()).rejects.toThrow(/CHROMIUM_PATH 指向的 .*nothing 不能运行/);
});

test("a script that only tells how to get a browser is passed over", async () => {
  program("chromium", 1);
  const real = program("google-chrome", 0);
  vi.stubEnv("PATH", folder);
  expect(await findChromium("whole")).toBe(real);
});

test("npm's without windows is taken before an installed one, but for what needs a whole browser", async () => {
  const installed = program("chromium", 0);
  vi.stubEnv("PATH", folder);
  expect(await findChromium()).toBe(keptChromium(153) ?? installed);
  expect(await findChromium("whole")).toBe(installed);
});
