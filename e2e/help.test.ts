import { expect, test } from "vitest";
import { newPerson, takePictures } from "./harness/browser.ts";
import { openFor, SharedStage } from "./harness/stage.ts";
import { choose, homeShown, openPersonMenu, openSignedIn } from "./harness/steps.ts";

const stage = openFor(new SharedStage());

test("a pupil finds the help by words, and each picture of it comes (HO-08)", async () => {
  const { context, page, faults } = await newPerson(stage.browser);
  await openSignedIn(page, stage.platform, "zhaoyifan");
  await homeShown(page);
  await page.getByRole("searchbox").or(page.getByRole("combobox")).first().fill("怎么用");
  await page.getByRole("option", { name: /帮助/ }).click();
  await page.getByRole("heading", { level: 1, name: "帮助" }).waitFor();
  const pictures = page.getByRole("main").getByRole("img");
  await expect.poll(() => pictures.count()).toBeGreaterThan(2);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((it) => (it as HTMLImageElement).naturalWidth))
      .toBe(720);
  }
  await takePictures(page, "help-pupil");

  // a topic's address begins at the topic, and its place is one press away
  await page
    .getByRole("navigation", { name: "帮助的内容" })
    .getByRole("link", { name: "忘了密码" })
    .click();
  const title = page.getByRole("heading", { name: "忘了密码" });
  await expect.poll(() => title.evaluate((it) => it === document.activeElement)).toBe(true);
  await page.getByRole("link", { name: "现在就去：忘了密码" }).click();
  await page.getByRole("heading", { name: "修改密码" }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("a parent comes from the menu and from an empty list, and reads what parents do", async () => {
  const { context, page, faults } = await newPerson(stage.browser, "phone");
  await openSignedIn(page, stage.platform, "chenjing", "#/feedback");
  await page.getByRole("link", { name: "看帮助" }).click();
  await page.getByRole("heading", { name: "看孩子的应用" }).waitFor();
  await page.goto(`${stage.platform.page}#/home/index`);
  await homeShown(page);
  await openPersonMenu(page);
  await choose(page, "帮助");
  await page.getByRole("heading", { name: "看通知并确认" }).waitFor();
  await takePictures(page, "help-parent");
  expect(faults).toEqual([]);
  await context.close();
});
