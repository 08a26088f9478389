import { mkdirSync, writeFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { seriousFaults } from "./harness/axe.ts";
import { newPerson, takePicture, takePictures } from "./harness/browser.ts";
import { openFor, Stage } from "./harness/stage.ts";
import { homeShown, loseAnswer, openSignedIn } from "./harness/steps.ts";
import { call, DEMO_PASSWORD } from "./harness/wire.ts";

const stage = openFor(new Stage());

async function openPeople(page: Page, query: string) {
  const { token } = await openSignedIn(page, stage.platform, "linlan");
  await homeShown(page);
  await page.goto(`${stage.platform.page}#/module/admin?${query}`);
  await page.getByRole("table", { name: "人员" }).waitFor();
  return token;
}

const pagesIn = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** Returns the document that a button prints, as Chromium lays it out on A4. */
async function printed(page: Page, layout: string) {
  await page.getByRole("button", { name: `打印${layout}` }).click();
  const frame = page.locator(`iframe[title="${layout}"]`);
  await frame.waitFor({ state: "attached" });
  const html = (await frame.getAttribute("srcdoc")) ?? "";
  const paper = await page.context().newPage();
  await paper.setContent(html);
  const pdf = await paper.pdf({ preferCSSPageSize: true });
  const pages = pagesIn(pdf);
  if (process.env["PICTURES"] === "on") {
    const folder = new URL("../test-output/screens/admin/", import.meta.url);
    mkdirSync(folder, { recursive: true });
    writeFileSync(new URL(`sheet-${layout}.pdf`, folder), pdf);
    await paper.setViewportSize({ width: 680, height: 960 });
    await takePicture(paper, `admin/sheet-${layout}`);
  }
  await paper.close();
  return { html, pages };
}

test("passwords for a selection, with letters, cards and a list to print, opened again from the sheets (AD-11)", async () => {
  const person = await newPerson(stage.browser, "classroom");
  const { page, context, faults } = person;
  const token = await openPeople(page, "q=b&identity=student");
  const rows = page.getByRole("table", { name: "人员" }).getByRole("checkbox");
  for (let row = 1; row <= 10; row++) await rows.nth(row).check();
  await page.getByRole("button", { name: "设临时密码…" }).click();
  const panel = page.getByRole("dialog", { name: "设临时密码：10 人" });
  await panel.getByText("将为 10 人设临时密码").waitFor();
  await takePicture(page, "admin/passwords-ask-classroom");
  // they are set, and no answer comes: pressed again, they are the same ones
  await loseAnswer(page, "/administration/passwords/reset");
  await panel.getByRole("button", { name: /人设临时密码$/ }).click();
  await panel.getByRole("alert").filter({ hasText: /./ }).waitFor();
  await panel.getByRole("button", { name: /人设临时密码$/ }).click();
  const made = panel.getByText("已为 10 人设了临时密码");
  const proof = panel.getByLabel("自己的登录密码");
  await made.or(proof).first().waitFor();
  if (await proof.isVisible()) {
    await proof.fill(DEMO_PASSWORD);
    await page.keyboard.press("Enter");
    await made.waitFor();
  }
  const table = panel.getByRole("table", { name: "临时密码" });
  await expect.poll(() => table.getByRole("row").count()).toBe(11);
  await takePictures(page, "admin/passwords");
  expect(await seriousFaults(page)).toEqual([]);

  const secrets = await table.locator("td:last-child").allInnerTexts();
  const letters = await printed(page, "每人一封信");
  expect(letters.pages).toBe(10);
  const cards = await printed(page, "剪开的卡片");
  expect(cards.pages).toBe(1);
  const list = await printed(page, "一张名单");
  expect(list.pages).toBe(1);
  for (const { html } of [letters, cards, list]) {
    for (const secret of secrets) expect(html.split(secret)).toHaveLength(2);
  }

  // printed by the browser's own command, the panel is the page
  expect(pagesIn(await page.pdf({ format: "A4" }))).toBe(1);
  await page.emulateMedia({ media: "print" });
  await takePicture(page, "admin/passwords-page-print");
  expect(await page.getByRole("table", { name: "人员" }).isVisible()).toBe(false);
  expect(await table.isVisible()).toBe(true);
  await page.emulateMedia({ media: "screen" });

  await panel.getByRole("button", { name: "关闭" }).click();
  await page.getByRole("button", { name: "密码条…" }).click();
  const sheets = page.getByRole("dialog", { name: "密码条" });
  await expect.poll(() => sheets.getByRole("button", { name: /^打开/ }).count()).toBe(1);
  await sheets.getByRole("button", { name: /^打开/ }).click();
  await sheets.getByText("已为 10 人设了临时密码").waitFor();
  await expect.poll(() => sheets.locator("td:last-child").allInnerTexts()).toEqual(secrets);

  // once they all have another one, nothing is left to print
  await sheets.getByRole("button", { name: "关闭" }).click();
  const as = { token, headers: { identity: "manager" } };
  const asked = { q: "b", identity: "student", limit: 50 };
  const { people } = (await call(stage.platform.origin, "readPeople", asked, as)).body.data;
  const again = { user_ids: people.map(({ id }) => id), password: DEMO_PASSWORD };
  expect((await call(stage.platform.origin, "resetPasswords", again, as)).body.code).toBe(200);
  await page.getByRole("button", { name: "密码条…" }).click();
  await sheets.getByRole("button", { name: /^打开/ }).last().click();
  await sheets.getByText("这一份里的临时密码都已经失效").waitFor();
  expect(await sheets.getByRole("button", { name: /^打印/ }).count()).toBe(0);
  expect(faults.filter((fault) => !/ERR_CONNECTION_RESET/.test(fault))).toEqual([]);
  await context.close();
});

test("on a person's page every sign-in is ended (AD-12)", async () => {
  const teacher = await newPerson(stage.browser, "classroom");
  await openSignedIn(teacher.page, stage.platform, "zhouli");
  await homeShown(teacher.page);
  const { page, context, faults } = await newPerson(stage.browser, "classroom");
  await openPeople(page, "q=zhouli&identity=teacher");
  await page.getByRole("table", { name: "人员" }).getByText("周丽", { exact: true }).click();
  await page.getByRole("button", { name: "结束所有登录…" }).click();
  const panel = page.getByRole("dialog", { name: "周丽" });
  await takePicture(page, "admin/end-sessions-classroom");
  await panel.getByRole("button", { name: "结束“周丽”在所有设备上的登录" }).click();
  const proof = panel.getByLabel("自己的登录密码");
  const done = page.getByText("登录已全部结束");
  await done.or(proof).first().waitFor();
  if (await proof.isVisible()) {
    await proof.fill(DEMO_PASSWORD);
    await page.keyboard.press("Enter");
    await done.waitFor();
  }
  await teacher.page.reload();
  await teacher.page.getByLabel("密码", { exact: true }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
  await teacher.context.close();
});
