import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openAdministration } from "../harness/administration.ts";
import { openFor, Stage } from "../harness/stage.ts";

const stage = openFor(new Stage());

/** Renames what a page shows; its panel is called after it, before and after. */
async function rename(
  page: Page,
  { button, label, from, to, title }: Record<"button" | "label" | "from" | "to" | "title", string>,
): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  const panel = page.getByRole("dialog");
  await page.getByRole("dialog", { name: `${title}：${from}` }).waitFor();
  await panel.getByLabel(label, { exact: true }).fill(to);
  await panel.getByRole("button", { name: "下一步" }).click();
  await panel.getByRole("button", { name: new RegExp(from) }).click();
  await panel.getByText("已应用").first().waitFor();
  await page.getByRole("dialog", { name: `${title}：${to}` }).waitFor();
  await panel.getByRole("button", { name: "关闭" }).click();
  await page.getByRole("heading", { name: to, level: 2, exact: true }).waitFor();
  await expect.poll(() => page.title()).toBe(`${to} · 学校管理`);
}

test("what is renamed has its new name at once: in the panel, above it, and around the page", async () => {
  const { context, page, faults } = await openAdministration(stage, "linlan", "/schools");
  const school = { button: "修改…", label: "学校名称", title: "修改学校" };
  await page.getByRole("link", { name: /启明小学/ }).click();
  await rename(page, { ...school, from: "启明小学", to: "启明实验小学" });
  await page.getByRole("banner").getByText("启明实验小学").waitFor();
  await expect.poll(() => page.getByText("启明小学", { exact: true }).count()).toBe(0);

  await page.goto(`${stage.platform.page}#/module/admin/classes`);
  await page.getByRole("link", { name: "二年级（5）班" }).click();
  const name = { button: "改名…", label: "班级名称", title: "改名或换年级" };
  await rename(page, { ...name, from: "二年级（5）班", to: "二年级梧桐班" });
  await page.goto(`${stage.platform.page}#/module/admin/classes`);
  await page.getByRole("link", { name: "二年级梧桐班" }).waitFor();

  await page.goto(`${stage.platform.page}#/module/admin/people?q=林小满`);
  await page.getByRole("link", { name: "林小满", exact: true }).click();
  const person = { button: "修改资料…", label: "姓名", title: "修改资料" };
  await rename(page, { ...person, from: "林小满", to: "林晓满" });
  expect(faults).toEqual([]);
  await context.close();
});
