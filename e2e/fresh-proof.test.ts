import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { seriousFaults } from "./harness/axe.ts";
import { SCREENS, takePicture } from "./harness/browser.ts";
import {
  addPasskey,
  codeOf,
  rememberedPerson,
  setUpAuthenticator,
  withFingerprint,
} from "./harness/factors.ts";
import { openFor, SharedStage } from "./harness/stage.ts";
import { homeShown } from "./harness/steps.ts";
import { DEMO_PASSWORD } from "./harness/wire.ts";

// people with second factors are those of this file alone
const stage = openFor(new SharedStage({ host: "localhost" }));

const asked = (page: Page, name: string) => page.getByRole("group", { name, exact: true });

describe("who sits at an open page proves who it is (SE-10)", () => {
  test("by a passkey, before a pupil gets another password", async () => {
    const { context, page, faults } = await rememberedPerson(stage, "luotao", "classroom");
    await withFingerprint(context, page);
    await addPasskey(page, stage.platform);
    await page.goto(`${stage.platform.page}#/module/class-roster`);
    await page
      .getByRole("button", { name: /^重置密码：/ })
      .first()
      .click();
    await page.getByRole("button", { name: "确认重置" }).click();
    const proof = asked(page, "再次确认身份");
    await proof.getByLabel("自己的登录密码").fill("wrong");
    await proof.getByRole("button", { name: "确认重置" }).click();
    await proof.getByText("登录密码不正确").waitFor();
    await takePicture(page, "fresh-proof-password-classroom");
    await proof.getByRole("button", { name: "改用两步验证" }).click();
    await takePicture(page, "fresh-proof-passkey-classroom");
    expect(await seriousFaults(page)).toEqual([]);
    await proof.getByRole("button", { name: "使用通行密钥" }).click();
    await page.getByText(/请把临时密码告诉/).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("by the authenticator, before an app opens and before an export", async () => {
    const { context, page, faults } = await rememberedPerson(stage, "zengjie", "phone");
    const { secret } = await setUpAuthenticator(page, stage.platform);
    await page.goto(`${stage.platform.page}#/home`);
    await homeShown(page);
    await page.locator("main").getByRole("button", { name: "成绩登记" }).first().click();
    const dialog = page.getByRole("dialog", { name: "再次确认身份" });
    await dialog.getByRole("button", { name: "改用两步验证" }).click();
    // all that stands below the button stands in its middle
    const middle = async (...names: string[]) => {
      const boxes = names.map((name) => dialog.getByRole("button", { name }).boundingBox());
      const known = (await Promise.all(boxes)).filter((box) => box !== null);
      const [left, right] = [known.map(({ x }) => x), known.map(({ x, width }) => x + width)];
      return (Math.min(...left) + Math.max(...right)) / 2;
    };
    for (const [size, viewport] of Object.entries(SCREENS)) {
      await page.setViewportSize(viewport);
      await takePicture(page, `step-up-factor-${size}`);
      const ways = await middle("改用恢复码", "改用登录密码");
      expect(Math.abs(ways - (await middle("确认并打开")))).toBeLessThan(1);
    }
    await page.setViewportSize(SCREENS.phone);
    await dialog.getByRole("button", { name: "改用登录密码" }).click();
    await dialog.getByLabel("登录密码", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "取消" }).click();

    await page.goto(`${stage.platform.page}#/module/profile/data`);
    const card = page.getByRole("region", { name: "导出数据" });
    await card.getByRole("button", { name: "导出" }).click();
    const proof = asked(page, "导出数据");
    await proof.getByRole("button", { name: "改用两步验证" }).click();
    const code = proof.getByLabel("动态码");
    await expect.poll(() => code.evaluate((input) => input.matches(":focus"))).toBe(true);
    await takePicture(page, "fresh-proof-export-phone");
    expect(await seriousFaults(page)).toEqual([]);
    await code.fill("000000");
    await proof.getByRole("button", { name: "导出" }).click();
    await proof.getByText("动态码不正确").waitFor();
    await code.fill(codeOf(secret, 1));
    const download = page.waitForEvent("download");
    await proof.getByRole("button", { name: "导出" }).click();
    expect((await download).suggestedFilename()).toMatch(/\.zip$/);
    await proof.waitFor({ state: "detached" });
    expect(faults).toEqual([]);
    await context.close();
  });

  test("by the password still, and by nothing else who has only that", async () => {
    const { context, page, faults } = await rememberedPerson(stage, "hezhi", "classroom");
    await page.goto(`${stage.platform.page}#/module/profile/data`);
    await page.getByRole("button", { name: "导出", exact: true }).click();
    const proof = asked(page, "导出数据");
    await proof.getByLabel("自己的登录密码").fill(DEMO_PASSWORD);
    await expect.poll(() => proof.getByRole("button", { name: "改用两步验证" }).count()).toBe(0);
    const download = page.waitForEvent("download");
    await proof.getByRole("button", { name: "导出" }).click();
    await download;
    expect(faults).toEqual([]);
    await context.close();
  });
});
