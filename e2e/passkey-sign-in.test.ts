import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { seriousFaults } from "./harness/axe.ts";
import { newPerson, takePicture } from "./harness/browser.ts";
import { addPasskey, openSecurity, withFingerprint } from "./harness/factors.ts";
import { openFor, SharedStage } from "./harness/stage.ts";
import { homeShown, openSignedIn, signOutOnPage } from "./harness/steps.ts";
import { call, DEMO_PASSWORD } from "./harness/wire.ts";

// people with passkeys are those of this file alone
const stage = openFor(new SharedStage({ host: "localhost" }));

const way = (page: Page) => page.getByRole("button", { name: "用通行密钥登录" });

describe("sign-in by a passkey alone (SE-10)", () => {
  test("opens without account and password, once, and only to the owner's finger", async () => {
    const { context, page, faults } = await newPerson(stage.browser);
    const touchedBy = await withFingerprint(context, page);
    await openSignedIn(page, stage.platform, "cuipengfei");
    await homeShown(page);
    await addPasskey(page, stage.platform);
    await page.goto(`${stage.platform.page}#/home`);
    await homeShown(page);
    await signOutOnPage(page);

    await touchedBy(false);
    await way(page).click();
    await page.getByText("没有完成验证，请再试一次").waitFor();
    await takePicture(page, "passkey-sign-in-refused");
    expect(await seriousFaults(page)).toEqual([]);

    await touchedBy(true);
    const sent = page.waitForRequest((request) =>
      new URL(request.url()).pathname.endsWith("/sso/api/login-by-passkey"),
    );
    await way(page).click();
    await homeShown(page);
    const body = (await sent).postDataJSON() as Record<string, unknown>;
    await page.getByText("崔鹏飞").first().waitFor();

    // the same answer again, as whoever listened in would send it
    const again = await Promise.all(
      Array.from({ length: 8 }, () =>
        call(new URL(stage.platform.page).origin, "loginByPasskey", body as never),
      ),
    );
    expect(again.every((answer) => [40003, 42900].includes(answer.body.code))).toBe(true);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a passkey that was deleted opens nothing, and the password still does", async () => {
    const { context, page, faults } = await newPerson(stage.browser);
    await withFingerprint(context, page);
    await openSignedIn(page, stage.platform, "yaohaitao");
    await homeShown(page);
    await addPasskey(page, stage.platform);
    const card = await openSecurity(page, stage.platform);
    await card.getByRole("button", { name: /^删除通行密钥/ }).click();
    await card.getByLabel("登录密码").fill(DEMO_PASSWORD);
    await card.getByRole("button", { name: "确认删除" }).click();
    await card.getByText("用这台设备的指纹").waitFor();
    await page.goto(`${stage.platform.page}#/home`);
    await homeShown(page);
    await signOutOnPage(page);
    await way(page).click();
    await page.getByText(/通行密钥没有通过验证/).waitFor();
    await page.getByLabel("账号", { exact: true }).fill("yaohaitao");
    await page.getByLabel("密码", { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole("button", { name: "登录", exact: true }).click();
    await homeShown(page);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("is offered at every size where it can work, and nowhere else", async () => {
    const { context, page } = await newPerson(stage.browser);
    await page.goto(stage.platform.page);
    await way(page).waitFor();
    for (const width of [320, 390, 1366, 1920]) {
      await page.setViewportSize({ width, height: width < 500 ? 844 : 768 });
      await takePicture(page, `passkey-sign-in-${width}`);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect([width, wide]).toEqual([width, 0]);
    }
    expect(await seriousFaults(page)).toEqual([]);
    await page.goto(stage.platform.page.replace("localhost", "127.0.0.1"));
    await page.getByRole("button", { name: "验证码登录" }).waitFor();
    await expect.poll(() => way(page).count()).toBe(0);
    await context.close();
  });
});
