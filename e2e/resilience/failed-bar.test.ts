import { expect, test } from "vitest";
import { openFor, SharedStage } from "../harness/stage.ts";
import { openHome } from "../harness/steps.ts";

const stage = openFor(new SharedStage());

test("an error in the top bar takes neither the page nor the foot along, and the bar can be tried again (ER-06)", async () => {
  const { context, page } = await openHome(stage, "linlan", "phone");
  // what the bar alone asks of a path
  await page.evaluate(() => {
    const before = String.prototype.startsWith;
    const broken = function (this: string, text: string, at?: number) {
      if (text === "/search-result" && !("mended" in window)) throw new Error("broken on purpose");
      return before.call(this, text, at);
    };
    Object.assign(String.prototype, { startsWith: broken });
    window.location.hash = "#/help";
  });
  await page.getByRole("heading", { name: "帮助", level: 1 }).waitFor();
  const failed = page.getByRole("alert").filter({ hasText: "这一栏出了点问题" });
  await failed.waitFor();
  // in the bar's place, and over nothing of the page
  const [bar, heading] = await Promise.all(
    [failed, page.getByRole("heading", { name: "帮助", level: 1 })].map((one) => one.boundingBox()),
  );
  expect((bar?.y ?? NaN) + (bar?.height ?? NaN)).toBeLessThanOrEqual(heading?.y ?? NaN);
  await page.getByRole("navigation", { name: "主导航" }).getByText("首页").waitFor();
  expect(await page.getByRole("banner").count()).toBe(0);
  await page.evaluate(() => Object.assign(window, { mended: true }));
  await failed.getByRole("button", { name: "重试" }).tap();
  await page.getByRole("banner").waitFor();
  await failed.waitFor({ state: "detached" });
  await context.close();
});
