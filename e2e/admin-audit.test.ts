import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { lookAt, openAdministration } from "./harness/administration.ts";
import { openFor, SharedStage } from "./harness/stage.ts";

const stage = openFor(new SharedStage());

const at = (account: string, path: string) => openAdministration(stage, account, path);

const records = (page: Page) => page.getByRole("table", { name: "审计记录" });

describe("the audit in the page (AD-21)", () => {
  test("is filtered, and exported with its proof", async () => {
    const { page, context, faults } = await at("linlan", "/audit");
    await records(page).getByText("登录", { exact: true }).first().waitFor();
    await page.getByRole("combobox", { name: "做了什么" }).click();
    await page.getByRole("option", { name: "登录", exact: true }).click();
    await page.getByRole("searchbox", { name: "谁做的" }).fill("林岚");
    await records(page).getByText(/^林岚/).first().waitFor();
    expect(page.url()).toContain("action=sign-in");
    await page.getByRole("button", { name: "导出…" }).click();
    const panel = page.getByRole("dialog", { name: "导出审计记录" });
    await lookAt(page, "audit-export");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      panel.getByRole("button", { name: "导出符合条件的记录" }).click(),
    ]);
    const text = await readFile(await file.path(), "utf8");
    expect(text.startsWith("\uFEFF时间,操作人")).toBe(true);
    expect(text).toContain("林岚");
    await panel.getByText(/audit verify --link/).waitFor();
    await lookAt(page, "audit-exported");
    await panel.getByRole("button", { name: "关闭" }).click();
    await page.getByRole("searchbox", { name: "谁做的" }).fill("没有这个人");
    await page.getByText("没有这样的记录").waitFor();
    await lookAt(page, "audit-none");
    await page.getByRole("button", { name: "清除条件" }).click();
    await records(page).getByText("导出数据：审计记录").waitFor();

    // a day as it is written here, whatever the browser's language
    const from = page.getByRole("textbox", { name: "从", exact: true });
    await from.fill("2099-1-2");
    await page.getByText("没有这样的记录").waitFor();
    await lookAt(page, "audit-day");
    await from.press("Enter");
    await expect.poll(() => from.inputValue()).toBe("2099年1月2日");
    expect(page.url()).toContain("from=2099-01-02");
    await page.getByRole("button", { name: "清除条件" }).click();
    await records(page).getByText("导出数据：审计记录").waitFor();
    await expect.poll(() => from.inputValue()).toBe("");
    // key by key: on the way to the 20th stands the 2nd
    await from.pressSequentially("2099-11-20");
    await expect.poll(() => from.inputValue()).toBe("2099年11月20日");
    expect(page.url()).toContain("from=2099-11-20");
    await from.fill("");
    // with the key that elsewhere leads to the search
    await from.pressSequentially("2099/3/4");
    await page.getByRole("searchbox", { name: "谁做的" }).focus();
    await expect.poll(() => from.inputValue()).toBe("2099年3月4日");
    // what is no day does not leave the one of before in force
    await from.fill("2099-02-30");
    await page.getByRole("searchbox", { name: "谁做的" }).focus();
    await page.getByText("没有“2099-02-30”这一天").waitFor();
    await records(page).getByText("导出数据：审计记录").waitFor();
    expect(page.url()).not.toContain("from=");
    await lookAt(page, "audit-no-day");
    await from.fill("2099-3-4");
    await page.getByRole("searchbox", { name: "谁做的" }).focus();
    await page.getByText("没有“2099-02-30”这一天").waitFor({ state: "detached" });
    await expect.poll(() => from.inputValue()).toBe("2099年3月4日");
    expect(page.url()).toContain("from=2099-03-04");
    // over another day, which it does not come back to
    await from.selectText();
    await page.keyboard.type("2099/5/6");
    await page.getByRole("searchbox", { name: "谁做的" }).focus();
    await expect.poll(() => from.inputValue()).toBe("2099年5月6日");
    expect(page.url()).toContain("from=2099-05-06");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a class says who looked at it", async () => {
    const { page, context, faults } = await at("linlan", "/classes");
    await page.getByRole("link", { name: "三年级（2）班" }).click();
    await page.getByRole("table", { name: "学生" }).waitFor();
    await page.reload();
    const part = page.getByRole("region", { name: "谁看过这个班" });
    await part
      .getByText(/林岚（学校管理员） 看了整个班的名单/)
      .first()
      .waitFor();
    await part.scrollIntoViewIfNeeded();
    await lookAt(page, "class-reads");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("who looked at a class stays listed where older ones do not come", async () => {
    const { page, context } = await at("linlan", "/classes");
    let broken = true;
    interface Said {
      data: { reads: { id: string }[]; next: string | null };
    }
    let said: Said | undefined;
    await page.route(/\/class\/reads\?/, async (route) => {
      if (said === undefined) {
        const answer = await route.fetch();
        const whole = (await answer.json()) as Said;
        // the demo district has no class with more than a page of them
        whole.data.next = whole.data.reads.at(-1)?.id ?? null;
        said = whole;
        return route.fulfill({ response: answer, json: whole });
      }
      if (broken) return route.abort();
      return route.fulfill({ json: { ...said, data: { reads: [], next: null } } });
    });
    await page.getByRole("link", { name: "三年级（2）班" }).click();
    const part = page.getByRole("region", { name: "谁看过这个班" });
    const who = part.getByText(/林岚（学校管理员） 看了/).first();
    await part.getByRole("button", { name: "更早的" }).click();
    const failed = part.getByText("没有加载出来");
    await failed.waitFor();
    expect(await who.isVisible()).toBe(true);
    await lookAt(page, "class-reads-failed");
    broken = false;
    await part.getByRole("button", { name: "重试" }).click();
    await failed.waitFor({ state: "detached" });
    expect(await who.isVisible()).toBe(true);
    await context.close();
  });

  test("who may not read it has no such screen", async () => {
    const { page, context } = await at("sunhao", "/audit");
    await page
      .getByText(/没有这个页面|您没有管理权限/)
      .first()
      .waitFor();
    await context.close();
  });
});
