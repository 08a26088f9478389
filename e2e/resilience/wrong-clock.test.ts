import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chinaDay, inChina, monthDayText, type Identity } from "#contract";
import { holdCalendar } from "../harness/administration.ts";
import { newPerson } from "../harness/browser.ts";
import { openFor, SharedStage } from "../harness/stage.ts";
import { openSignedIn } from "../harness/steps.ts";

const stage = openFor(new SharedStage());

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const YEARS_MS = 9 * 365 * DAY_MS;

const DEVICES = [
  ["a dead battery", -2 * YEARS_MS, "Asia/Shanghai"],
  ["a day behind", -DAY_MS, "Asia/Shanghai"],
  ["a day ahead, in Urumqi", DAY_MS, "Asia/Urumqi"],
  ["nine years ahead", YEARS_MS, "Asia/Shanghai"],
  ["right, but set to New York", 0, "America/New_York"],
] as const;

/** Opens a person's page on a device whose clock is so many ms ahead of the server's, and set to a zone. */
async function open(account: string, aheadMs: number, zone: string, hash = "#/home/index") {
  const { context, page, faults } = await newPerson(stage.browser, "classroom", "block", zone);
  await page.clock.install({ time: Date.now() + aheadMs });
  await openSignedIn(page, stage.platform, account, hash);
  return {
    page,
    async close() {
      expect(faults).toEqual([]);
      await context.close();
    },
  };
}

async function actAs(page: Page, identity: Identity): Promise<void> {
  await page.waitForFunction((id) => document.body.classList.contains(`is-${id}`), identity);
}

/** Returns a greeting of the hour at the school. */
function greeting(): string {
  const hour = inChina(Date.now()).getUTCHours();
  if (hour >= 5 && hour < 12) return hour < 9 ? "早上好" : "上午好";
  return hour >= 12 && hour < 18 ? "下午好" : "晚上好";
}

describe.each(DEVICES)("on a device that is %s", (_what, aheadMs, zone) => {
  test("the timetable opens at the school's day, and the greeting is of its hour (HO-03)", async () => {
    const { page, close } = await open("sunhao", aheadMs, zone, "#/timetable");
    await page.getByRole("heading", { name: monthDayText(Date.now()) }).waitFor();
    await page.getByRole("link", { name: "返回首页" }).click();
    await page.getByRole("heading", { name: greeting() }).waitFor();
    await close();
  });
});

test("what happened just now is not said to be of forty minutes ago", async () => {
  const { page, close } = await open(
    "sunhao",
    40 * MINUTE_MS,
    "Asia/Shanghai",
    "#/module/profile/security",
  );
  await page.getByText("最近使用：刚刚").first().waitFor();
  await close();
});

test("today in a calendar is the school's, and a notice is planned for its hour (IN-02)", async () => {
  const { page, close } = await open(
    "linlan",
    -2 * YEARS_MS,
    "America/New_York",
    "#/module/admin/notices/new",
  );
  await actAs(page, "manager");
  const bringCalendar = await holdCalendar(page);
  let sent: unknown;
  await page.route("**/notice/send*", async (route) => {
    sent = route.request().postDataJSON();
    await route.fulfill({ status: 400, json: { code: 40_001, data: null, msg: "先不发" } });
  });
  await page.getByLabel("标题").fill("周五秋游");
  await page.getByLabel("正文").fill("周五上午八点在校门口集合。");
  await page.getByRole("checkbox", { name: "一年级" }).click();
  await page.getByText("定时", { exact: true }).click();
  const day = page.getByRole("textbox", { name: "发送的时间：日期" });
  // pressed before the calendar is there, which then opens by itself
  await day.click();
  bringCalendar();
  const today = page.locator(".ant-picker-cell-today");
  await today.waitFor();
  await expect.poll(() => today.getAttribute("title")).toBe(chinaDay(Date.now()));
  const planned = chinaDay(Date.now() + DAY_MS);
  await day.fill(planned);
  await day.press("Enter");
  await page.getByRole("button", { name: /^定时发送/ }).click();
  await expect.poll(() => sent).toMatchObject({ send_at: `${planned}T00:00:00.000Z` });
  await close();
});
