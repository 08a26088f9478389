import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { lookAt, openAdministration } from "./harness/administration.ts";
import { openFor, SharedStage } from "./harness/stage.ts";

const stage = openFor(new SharedStage());

const at = (account: string) => openAdministration(stage, account, "/overview");

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

describe("the overview (AD-22)", () => {
  test("twelve checks, each that is not in order with the way to mend it", async () => {
    const { page, context, faults } = await at("linlan");
    const checks = region(page, "学校就绪");
    await checks.getByRole("listitem").first().waitFor();
    await expect.poll(() => checks.getByRole("listitem").count()).toBe(12);
    await checks.getByRole("link", { name: "发密码条" }).click();
    await page.getByRole("heading", { level: 2, name: "人员" }).waitFor();
    expect(page.url()).toContain("state=never-signed-in");
    await page.goBack();
    await checks.getByRole("listitem").first().waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("pictures of sign-ins, with a table behind them; a school's administrator is added by giving the right", async () => {
    const { page, context, faults } = await at("wangfang");
    const signIns = region(page, "每天登录的人数");
    await signIns.getByRole("img", { name: /^学生：最近 14 天每天登录的人数/ }).waitFor();
    await expect.poll(() => signIns.getByRole("img").count()).toBe(4);
    await signIns.getByText("看表格").click();
    const table = signIns.getByRole("table", { name: "每天登录的人数" });
    await expect.poll(() => table.getByRole("row").count()).toBe(15);
    await region(page, "人员")
      .getByText(/^\d,\d{3}$/)
      .first()
      .waitFor();
    await lookAt(page, "overview-table");
    await region(page, "学校就绪").getByRole("link", { name: "添加管理员" }).click();
    await page.getByRole("heading", { level: 2, name: "授权" }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});
