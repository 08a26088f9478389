import { generateSync } from "otplib";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { newPerson, type Screen } from "./browser.ts";
import type { Platform } from "./run-server.ts";
import type { Stage } from "./stage.ts";
import { homeShown, signInOnPage, signOutOnPage } from "./steps.ts";
import { DEMO_PASSWORD } from "./wire.ts";

const STEP_SECONDS = 30;

/** Returns the TOTP code of a secret so many steps from now. */
export const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * STEP_SECONDS });

/** Adds a virtual authenticator with a fingerprint reader to the page; resolves to a function that switches between its owner's finger and another's. */
export async function withFingerprint(
  context: BrowserContext,
  page: Page,
): Promise<(isOwner: boolean) => Promise<void>> {
  const session = await context.newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async (isUserVerified) => {
    await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  };
}

export async function openSecurity(page: Page, platform: Platform) {
  await page.goto(`${platform.page}#/module/profile/security`);
  const card = page.getByRole("region", { name: "两步验证" });
  await card.waitFor();
  return card;
}

/** Adds the first passkey on the profile; answers the recovery codes. */
export async function addPasskey(page: Page, platform: Platform): Promise<string[]> {
  const card = await openSecurity(page, platform);
  await card.getByRole("button", { name: "添加通行密钥" }).click();
  const form = card.getByRole("form", { name: "添加通行密钥" });
  await form.getByLabel("登录密码").fill(DEMO_PASSWORD);
  await form.getByRole("button", { name: "添加" }).click();
  const codes = await recoveryCodesIn(card);
  await card.getByRole("button", { name: "我已经保存好了" }).click();
  return codes;
}

/** Returns the recovery codes, which are shown once, when the first second factor was set up. */
async function recoveryCodesIn(card: Locator): Promise<string[]> {
  const shown = card.getByRole("region", { name: "恢复码" });
  await shown.waitFor();
  const codes = await shown.getByRole("listitem").allInnerTexts();
  return codes.map((code) => code.trim());
}

/** Sets an authenticator up on the profile; resolves to its secret and the recovery codes. */
export async function setUpAuthenticator(
  page: Page,
  platform: Platform,
): Promise<{ secret: string; codes: string[] }> {
  const card = await openSecurity(page, platform);
  await card.getByRole("button", { name: "设置验证器" }).click();
  const form = card.getByRole("form", { name: "设置验证器" });
  await form.getByLabel("登录密码").fill(DEMO_PASSWORD);
  await form.getByRole("button", { name: "下一步" }).click();
  await form.getByText("扫不了？手工输入密钥").click();
  const secret = (await form.getByRole("code").innerText()).replace(/\s/g, "");
  await form.getByRole("img", { name: "给验证器扫的二维码" }).waitFor();
  await form.getByLabel("动态码").fill(codeOf(secret));
  await form.getByRole("button", { name: "完成设置" }).click();
  return { secret, codes: await recoveryCodesIn(card) };
}

/** Opens a browser that remembers the person: signed in, but by a session that has seen no password. */
export async function rememberedPerson(
  { browser, platform }: Stage,
  account: string,
  screen?: Screen,
) {
  const person = await newPerson(browser, screen);
  const { page } = person;
  await signInOnPage(page, platform, account, { remember: true });
  await homeShown(page);
  await signOutOnPage(page);
  await page.getByRole("button", { name: new RegExp(account) }).click();
  await homeShown(page);
  return person;
}
