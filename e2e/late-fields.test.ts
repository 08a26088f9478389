import { expect, test } from "vitest";
import { chooseIn, holdCalendar, openAdministration } from "./harness/administration.ts";
import { atRest, newPerson } from "./harness/browser.ts";
import { openFor, SharedStage } from "./harness/stage.ts";
import { openSignedIn } from "./harness/steps.ts";

const stage = openFor(new SharedStage());

test("a day that is pressed before its calendar is there opens when it is", async () => {
  const { page, context, faults } = await newPerson(stage.browser);
  const bringCalendar = await holdCalendar(page);
  await openSignedIn(page, stage.platform, "linlan", "#/module/admin/audit");
  await page.getByRole("textbox", { name: "从", exact: true }).click();
  bringCalendar();
  await page.locator("td[title]").first().click();
  await page.waitForURL(/from=/);
  expect(faults).toEqual([]);
  await context.close();
});

test("days that are typed before their calendars are there count, and are typed to their end", async () => {
  const { page, context, faults } = await newPerson(stage.browser);
  const bringCalendar = await holdCalendar(page);
  await openSignedIn(page, stage.platform, "linlan", "#/module/admin/audit");
  await page.getByRole("textbox", { name: "从", exact: true }).pressSequentially("2026年9月1日");
  await page.keyboard.press("Tab");
  await page.keyboard.type("2026/10");
  bringCalendar();
  await page.locator(".ant-picker input:focus").waitFor();
  await page.keyboard.type("/9");
  await page.keyboard.press("Tab");
  await page.waitForURL(/from=2026-09-01&to=2026-10-09/);
  expect(faults).toEqual([]);
  await context.close();
});

test("what is no day, typed while the calendar takes the place of the plain field, is said when the field is left", async () => {
  const { page, context, faults } = await newPerson(stage.browser);
  // by messages to itself React comes to what is not urgent
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    const waiting: (() => void)[] = [];
    let isHeld = false;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...of: [unknown]) {
      if (isHeld) waiting.push(() => post.apply(this, of));
      else post.apply(this, of);
    };
    window.addEventListener("hold", () => (isHeld = true));
    window.addEventListener("let-go", () => {
      isHeld = false;
      for (const go of waiting) go();
    });
  });
  const bringCalendar = await holdCalendar(page);
  await openSignedIn(page, stage.platform, "linlan", "#/module/admin/audit");
  const from = page.getByRole("textbox", { name: "从", exact: true });
  await from.waitFor();
  await atRest(context, { held: /themed-date/ });
  await page.evaluate(() => window.dispatchEvent(new Event("hold")));
  bringCalendar();
  await atRest(context);
  await from.fill("2026-02-30");
  await page.evaluate(() => window.dispatchEvent(new Event("let-go")));
  await page.locator(".ant-picker").first().waitFor();
  await page.getByRole("heading", { level: 2 }).click();
  await page.getByText("没有“2026-02-30”这一天").waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("a field for choosing stays the one that is being pressed", async () => {
  const { page, context, faults } = await openAdministration(
    stage,
    "linlan",
    "/people?identity=student",
  );
  // the real field is there from now on, and takes the place of others at once
  await chooseIn(page, "年级", "三年级");
  const field = page.getByRole("combobox", { name: "身份", exact: true });
  await field.evaluate((input) => {
    for (const kind of ["pointerover", "pointerdown"]) {
      input.dispatchEvent(new PointerEvent(kind, { bubbles: true, composed: true }));
    }
    input.setAttribute("data-pressed", "");
  });
  await atRest(context);
  await expect.poll(() => field.getAttribute("data-pressed")).toBe("");
  await field.dispatchEvent("click");
  await page.getByRole("option", { name: "教师", exact: true }).click();
  expect(faults).toEqual([]);
  await context.close();
});
