import { expect, onTestFinished, test, vi } from "vitest";
import { SharedStage, Stage } from "./stage.ts";

test("a browser that does not start leaves no platform behind", async () => {
  vi.stubEnv("CHROMIUM_PATH", "/nowhere");
  onTestFinished(() => void vi.unstubAllEnvs());
  const stage = new Stage();
  onTestFinished(() => stage.close());
  await expect(stage.open()).rejects.toThrow("CHROMIUM_PATH");
  expect((await fetch(`${stage.platform.origin}/readyz`)).status).toBe(200);
  await stage.close();
  await expect(fetch(`${stage.platform.origin}/readyz`)).rejects.toThrow("fetch failed");
});

test("a browser that does not close leaves no platform behind", async () => {
  const stage = new Stage();
  await stage.open();
  vi.spyOn(stage.browser, "close").mockRejectedValueOnce(new Error("it hangs"));
  onTestFinished(() => stage.browser.close());
  await expect(stage.close()).rejects.toThrow("it hangs");
  await expect(fetch(`${stage.platform.origin}/readyz`)).rejects.toThrow("fetch failed");
});

test("shared stages of a worker are one, which outlives each and keeps nobody's pages", async () => {
  const [first, second] = [new SharedStage(), new SharedStage({ host: "localhost" })];
  await first.open();
  await first.browser.newContext();
  await first.close();
  await second.open();
  expect(second.platform.pid).toBe(first.platform.pid);
  expect(second.platform.page).toContain("//localhost:");
  expect(second.browser.contexts()).toEqual([]);
  expect((await fetch(`${second.platform.origin}/readyz`)).status).toBe(200);
});
