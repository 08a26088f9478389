import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { atRest, newPerson, takePicture, type Screen } from "./harness/browser.ts";
import { seriousFaults } from "./harness/axe.ts";
import { openFor, SharedStage } from "./harness/stage.ts";
import {
  choose,
  fillSignIn,
  homeShown,
  openHome,
  openPersonMenu,
  openSignedIn,
} from "./harness/steps.ts";
import { signIn } from "./harness/wire.ts";

const CONFIG = new URL("../web/public/config.json", import.meta.url);
/** The length of 「30 分钟」 here, longer than any test: a break comes only when its clock is put forward. */
const INTERVAL_MS = 300_000;
const SHORT = { seconds_per_minute: 10, break_seconds: 60 };
/** Settings with a break that lasts until it is skipped. */
const LONG_BREAK = { ...SHORT, break_seconds: 600 };
/** Settings without a break during the test. */
const CALM = { seconds_per_minute: 60, break_seconds: 600 };

/** Pupils whose settings no other file looks at. */
const [PUPIL, CLASSMATE] = ["dingkexin", "weinanxing"] as const;

const stage = openFor(new SharedStage());

/** Opens a browser of a pupil with these times in the configuration file, and with a clock that can be put forward. */
async function newPupil(eye_care: object, screen: Screen = "classroom", account: string = PUPIL) {
  const person = await newPerson(stage.browser, screen);
  await person.context.clock.install();
  const file = { ...(JSON.parse(readFileSync(CONFIG, "utf8")) as object), eye_care };
  await person.context.route("**/config.json", (route) => route.fulfill({ json: file }));
  await openSignedIn(person.page, stage.platform, account);
  await homeShown(person.page);
  return person;
}

const isCounting = (page: Page) =>
  page.waitForFunction(() => localStorage.getItem("eye-care")?.includes('"dueAt":') === true);

/** Waits for the break in pages of one browser, putting its clock forward. */
async function breakComes(...pages: [Page, ...Page[]]): Promise<void> {
  for (const page of pages) await isCounting(page);
  await pages[0].clock.fastForward(INTERVAL_MS);
  for (const page of pages) await overlay(page).waitFor();
}

/** Opens a further tab and waits until nothing is loading: a clock put forward would time its calls out. */
async function secondTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(stage.platform.page);
  await homeShown(page);
  await atRest(context);
  return page;
}

const overlay = (page: Page) => page.getByRole("dialog", { name: "休息一下，放松眼睛" });
const skip = (page: Page) => overlay(page).getByRole("button", { name: "跳过" }).click();

async function chooseInterval(page: Page, minutes: number) {
  await openPersonMenu(page);
  await choose(page, "护眼设置");
  const dialog = page.getByRole("dialog", { name: "护眼设置" });
  await dialog.getByText(`${minutes} 分钟`, { exact: true }).click();
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.waitFor({ state: "hidden" });
}

describe("the break", () => {
  test("comes, closes by itself, and comes again (EY-01, EY-02)", async () => {
    const { context, page, faults } = await newPupil(SHORT);
    await breakComes(page);
    await takePicture(page, "eye-break-classroom");
    expect(await seriousFaults(page)).toEqual([]);
    await page.clock.fastForward(SHORT.break_seconds * 1000);
    await overlay(page).waitFor({ state: "hidden" });
    await breakComes(page);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("holds keyboard and screen reader, gives them back when it is skipped, and comes again (EY-02, EY-04)", async () => {
    const { context, page } = await newPupil(LONG_BREAK);
    await page.getByRole("searchbox").or(page.getByRole("combobox")).first().focus();
    await breakComes(page);
    const focus = () => page.evaluate(() => document.activeElement?.textContent ?? "");
    expect(await focus()).toContain("休息一下");
    await expect
      .poll(() => page.evaluate(() => document.getElementById("root")?.ariaHidden))
      .toBe("true");
    // What was being typed skips nothing.
    await page.keyboard.type("yu wen ");
    await page.keyboard.press("Enter");
    await expect.poll(() => overlay(page).isVisible()).toBe(true);
    for (const key of ["Tab", "Tab", "Shift+Tab"]) {
      await page.keyboard.press(key);
      expect(await focus()).toBe("跳过");
    }
    await page.keyboard.press("Enter");
    await expect.poll(() => overlay(page).count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
    await breakComes(page);
    await page.keyboard.press("Escape");
    await expect.poll(() => overlay(page).count()).toBe(0);
    await context.close();
  });

  test("survives a reload, and is one break for two tabs (EY-04)", async () => {
    const { context, page } = await newPupil(LONG_BREAK);
    const other = await secondTab(context);
    await breakComes(page, other);
    await page.reload();
    await overlay(page).waitFor();
    const time = (of: Page) => overlay(of).getByRole("timer").innerText();
    expect(await time(page)).toMatch(/(10:00|9:5\d)/);
    await skip(other);
    await overlay(page).waitFor({ state: "hidden" });
    await context.close();
  });

  test("looks calm on a phone, too", async () => {
    const { context, page } = await newPupil(LONG_BREAK, "phone");
    await breakComes(page);
    await takePicture(page, "eye-break-phone");
    expect(await seriousFaults(page)).toEqual([]);
    await context.close();
  });

  test("does not move for who wants less motion", async () => {
    const { context, page } = await newPupil(LONG_BREAK);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await breakComes(page);
    const moving = await overlay(page).evaluate((dialog) =>
      dialog.getAnimations({ subtree: true }).some(({ playState }) => playState === "running"),
    );
    expect(moving).toBe(false);
    await context.close();
  });
});

describe("settings", () => {
  test("are chosen in the avatar menu, saved, and restart the countdown (EY-03)", async () => {
    const { context, page } = await newPupil(CALM, "classroom", CLASSMATE);
    const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("eye-care") ?? "null"));
    const dueIn = async () => Math.round(((await kept()).dueAt - Date.now()) / 60_000);
    await isCounting(page);
    expect(await dueIn()).toBe(30);
    await chooseInterval(page, 45);
    await page.waitForFunction(() => localStorage.getItem("eye-care")?.includes('"interval":45'));
    expect(await dueIn()).toBe(45);
    await page.reload();
    await homeShown(page);
    await openPersonMenu(page);
    await choose(page, "护眼设置");
    const dialog = page.getByRole("dialog", { name: "护眼设置" });
    await expect.poll(() => dialog.getByRole("radio", { name: "45 分钟" }).isChecked()).toBe(true);
    await takePicture(page, "eye-settings-classroom");
    expect(await seriousFaults(page)).toEqual([]);
    await dialog.getByRole("checkbox", { name: "提醒我休息眼睛" }).uncheck();
    await dialog.getByRole("button", { name: "保存" }).click();
    await page.waitForFunction(() => localStorage.getItem("eye-care")?.includes('"dueAt":null'));
    await context.close();
  });

  test("a changed interval closes the break in every tab (EY-03)", async () => {
    const { context, page } = await newPupil(LONG_BREAK);
    const other = await secondTab(context);
    await breakComes(page, other);
    // As another device of the pupil would do, and a parent's: the page hears of it when it asks again.
    const saved = await other.evaluate(async () => {
      const answer = await fetch("/dt-platform/v1/user/setting", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${localStorage.getItem("token")}`,
        },
        body: JSON.stringify({ eye_protection: { interval: 120 } }),
      });
      return answer.status;
    });
    expect(saved).toBe(200);
    await other.reload();
    await overlay(page).waitFor({ state: "hidden" });
    await homeShown(other);
    await expect.poll(() => overlay(other).count()).toBe(0);
    await context.close();
  });
});

test("settings that are open when a session ends are not open for who signs in next", async () => {
  const { context, page } = await openHome(stage, PUPIL);
  await openPersonMenu(page);
  await choose(page, "护眼设置");
  const dialog = page.getByRole("dialog", { name: "护眼设置" });
  await dialog.waitFor();
  await signIn(stage.platform.origin, PUPIL);
  await dialog.getByRole("button", { name: "保存" }).click();
  await page.waitForFunction(() => location.hash.startsWith("#/login"));
  await fillSignIn(page, CLASSMATE);
  await homeShown(page);
  // its script is there: the menu would open it at once
  await expect.poll(() => dialog.count()).toBe(0);
  await openPersonMenu(page);
  await choose(page, "护眼设置");
  await dialog.waitFor();
  await context.close();
});

test("only a pupil's page loads it (RT-22)", async () => {
  for (const [account, loads] of [
    [PUPIL, true],
    ["chenjing", false],
  ] as const) {
    const { context, page } = await newPerson(stage.browser);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await openSignedIn(page, stage.platform, account);
    await homeShown(page);
    await atRest(context);
    expect(asked.some((url) => /eye-care/.test(url))).toBe(loads);
    await openPersonMenu(page);
    await page.getByRole("menuitem", { name: "退出登录" }).waitFor();
    await expect
      .poll(() => page.getByRole("menuitem", { name: "护眼设置" }).count())
      .toBe(loads ? 1 : 0);
    await context.close();
  }
});
