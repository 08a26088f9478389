import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { newPerson, takePicture } from "../harness/browser.ts";
import { openFor, SharedStage } from "../harness/stage.ts";
import { homeShown, openSignedIn, signOutOnPage } from "../harness/steps.ts";
import { installFakeShell, SHELLS, type FakeShell, type ShellName } from "./fake-shells.ts";

const DESKTOP = new Set<ShellName>(["electron", "injected", "tauri"]);

const stage = openFor(new SharedStage());

async function inShell(
  name: ShellName,
): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
  const person = await newPerson(stage.browser);
  await person.page.addInitScript(installFakeShell, name);
  return person;
}

const heard = (page: Page) =>
  page.evaluate(() => (window as unknown as FakeShell).shellHeard.map(({ type }) => type));
const says = (page: Page, message: unknown) =>
  page.evaluate((said) => (window as unknown as FakeShell).shellSays(said), message);

async function openPc(page: Page): Promise<void> {
  await page.goto(`${stage.platform.page}#/pc`);
  await page.getByRole("heading", { level: 1, name: "客户端调试" }).waitFor();
}

const journal = (page: Page) => page.getByRole("region", { name: "通信记录", exact: true }).first();

describe.each(SHELLS)("inside %s", (name) => {
  test("calls say which client, the two shake hands, and the log-out is told before the server hears (SE-06, RQ-03)", async () => {
    const { context, page, faults } = await inShell(name);
    const clients = new Set<string | undefined>();
    page.on("request", (request) => {
      if (request.url().includes("/dt-platform/")) clients.add(request.headers()["client"]);
    });
    await openSignedIn(page, stage.platform, "wangfang");
    await homeShown(page);
    const expected = DESKTOP.has(name) ? ["pc"] : ["web", "browser"];
    expect([...clients].every((client) => expected.includes(client ?? ""))).toBe(true);
    await openPc(page);
    await page.getByText("成功，协议第 1 版").waitFor();
    await page.getByText(`样例-${name}`).waitFor();
    await page.getByRole("button", { name: "发送 ping" }).click();
    await page.getByText(/客户端在 \d+ 毫秒内回答了/).waitFor();
    await takePicture(page, `shell-${name}`);

    await page.goto(`${stage.platform.page}#/home`);
    await homeShown(page);
    const told: string[] = [];
    await page.route(/sso\/api\/logout/, async (route) => {
      told.push(...(await heard(page)));
      await route.continue();
    });
    await signOutOnPage(page);
    expect(told).toEqual(["hello", "ping", "logout"]);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("need-authorize and authorized-error sign out (SE-07)", async () => {
    const { context, page } = await inShell(name);
    for (const type of ["need-authorize", "authorized-error"]) {
      await openSignedIn(page, stage.platform, "sunhao");
      await homeShown(page);
      // a shell speaks when it has been greeted
      await expect.poll(() => heard(page)).toEqual(["hello"]);
      await says(page, { schoolgate: 1, type });
      await page.waitForFunction(() => location.hash.startsWith("#/login"));
      await expect.poll(() => page.evaluate(() => localStorage.getItem("token"))).toBeNull();
      expect(await heard(page)).toEqual(["hello", "logout"]);
    }
    await context.close();
  });
});

describe("what the page does not do", () => {
  test("it runs no text, and does nothing that is not on the list", async () => {
    const { context, page, faults } = await inShell("injected");
    await openSignedIn(page, stage.platform, "wangfang");
    await openPc(page);
    await page.getByText("成功，协议第 1 版").waitFor();
    const attempts: [unknown, string][] = [
      ["window.stolen = localStorage.token", "拒绝：不是 JSON"],
      [
        { schoolgate: 1, type: "eval", detail: { code: "window.stolen = 1" } },
        "拒绝：不在允许的名单里",
      ],
      [
        { schoolgate: 1, type: "navigate", detail: { to: "https://evil.example" } },
        "拒绝：不在允许的名单里",
      ],
      [{ type: "need-authorize" }, "拒绝：不是本协议"],
      [{ schoolgate: 1, type: "reply", id: "ping-99" }, "拒绝：没有对应的请求"],
      [{ schoolgate: 1, type: "need-authorize", detail: { nested: {} } }, "拒绝：格式不对"],
    ];
    for (const [message, words] of attempts) {
      await says(page, message);
      await journal(page).getByRole("row").nth(1).getByText(words).waitFor();
    }
    await expect.poll(() => page.evaluate(() => "stolen" in window)).toBe(false);
    expect(new URL(page.url()).hash).toBe("#/pc/index");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("it does not listen to a framed app", async () => {
    const { context, page } = await inShell("webkit");
    await openSignedIn(page, stage.platform, "wangfang");
    await openPc(page);
    await page.getByText("成功，协议第 1 版").waitFor();
    const frame = await page.evaluateHandle(() => {
      const element = document.createElement("iframe");
      element.setAttribute("sandbox", "allow-scripts");
      element.srcdoc = "<p>app</p>";
      document.body.append(element);
      return element;
    });
    const app = await frame.asElement()?.contentFrame();
    await app?.evaluate(() =>
      window.parent.postMessage({ schoolgate: 1, type: "need-authorize" }, "*"),
    );
    await journal(page).getByText("拒绝：来源不是本页面").waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem("token"))).not.toBeNull();
    await context.close();
  });

  test("it does not talk to a shell from inside a frame", async () => {
    const { context, page } = await inShell("injected");
    await openSignedIn(page, stage.platform, "wangfang");
    await page.goto(`${stage.platform.page}config.json`);
    // A page of the same origin that frames the platform.
    await page.route("**/framing", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<iframe src="${stage.platform.page}#/pc"></iframe>`,
      }),
    );
    await page.goto(`${stage.platform.origin}/framing`);
    const inner = page.frameLocator("iframe");
    await inner.getByText("在别的页面的框架里，不与客户端通信").waitFor();
    const frame = page.frames().find((one) => one !== page.mainFrame());
    const told = await frame?.evaluate(() => (window as unknown as FakeShell).shellHeard.length);
    expect(told).toBe(0);
    await context.close();
  });

  test("it does not wait for a shell that is silent or broken", async () => {
    for (const broken of ["silent", "throws"] as const) {
      const { context, page, faults } = await newPerson(stage.browser);
      await page.addInitScript((how) => {
        const postMessage = () => {
          if (how === "throws") throw new Error("the shell is broken");
        };
        Object.assign(window, { schoolgateShell: { kind: "desktop", postMessage } });
      }, broken);
      await openSignedIn(page, stage.platform, "wangfang");
      await openPc(page);
      await page.getByText("客户端没有回答；退出通知照发，回调照收").waitFor();
      await page.goto(`${stage.platform.page}#/home`);
      await homeShown(page);
      await signOutOnPage(page);
      expect(faults).toEqual([]);
      await context.close();
    }
  });

  test("an ordinary browser loads nothing of the bridge", async () => {
    const { context, page } = await newPerson(stage.browser);
    const scripts: string[] = [];
    page.on("request", (request) => scripts.push(request.url()));
    await openSignedIn(page, stage.platform, "sunhao");
    await homeShown(page);
    expect(scripts.filter((url) => url.includes("around-page"))).toEqual([]);
    await context.close();
  });
});
