import { expect, onTestFinished, test, vi } from "vitest";
import { SharedStage, Stage } from "./stage.ts";

test("a browser that does not start leaves no platform behind", async () => {
  vi.stubEnv("CHROMIUM_PATH", "/nowhere");
  onTestFinished(() => void vi.unstubAllEnvs());
  const stage = new Stage({ switches: [] });
  onTestFinished(() => stage.close());
  await expect(stage.open()).rejects.toThrow("CHROMIUM_PATH");
  expect((await fetch(`${stage.platform.origin}/readyz`)).status).toBe(200);
  await stage.close();
  await expect(fetch(`${stage.platform.origin}/readyz`)).rejects.toThrow("fetch failed");
});

test("a browser that does not close leaves no platform behind", async () => {
  const stage = new Stage({ switches: [] });
  await stage.open();
  vi.spyOn(stage.browser, "close").mockRejectedValueOnce(new Error("it hangs"));
  onTestFinished(() => stage.browser.close());
  await expect(stage.close()).rejects.toThrow("it hangs");
  await expect(fetch(`${stage.platform.origin}/readyz`)).rejects.toThrow("fetch failed");
});

test("stages of a worker share its browser, shared ones the platform too, which outlives each; none keeps pages", async () => {
  const [first, second] = [new SharedStage(), new SharedStage({ host: "localhost" })];
  const own = new Stage();
  onTestFinished(() => own.close());
  await first.open();
  await first.browser.newContext();
  await first.close();
  await own.open();
  expect(own.browser).toBe(first.browser);
  expect(own.browser.contexts()).toEqual([]);
  expect(own.platform.pid).not.toBe(first.platform.pid);
  await own.browser.newContext();
  await own.close();
  await second.open();
  expect(second.platform.pid).toBe(first.platform.pid);
  expect(second.platform.page).toContain("//localhost:");
  expect(second.browser.contexts()).toEqual([]);
  expect((await fetch(`${second.platform.origin}/readyz`)).status).toBe(200);
});
