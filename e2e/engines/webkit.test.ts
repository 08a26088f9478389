import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isMissing } from "../../scripts/test-programs.mjs";
import { startPlatform } from "../harness/platform.ts";
import type { Platform } from "../harness/run-server.ts";
import { DEMO_PASSWORD, signInByWire } from "../harness/wire.ts";
import { WebKit } from "./webkit.ts";

let platform: Platform;
let webkit: WebKit;

async function open(): Promise<void> {
  [platform, webkit] = await Promise.all([startPlatform(), WebKit.start()]);
  await webkit.resize(390, 844);
}

async function close(): Promise<void> {
  await webkit?.close();
  await platform?.stop();
}

/** Opens the page at a hash, as a returning person finds it. */
async function openAs(account: string, hash = ""): Promise<void> {
  const { token, auth_data } = await signInByWire(platform.origin, account);
  await webkit.goTo(`${platform.page}old.html`);
  await webkit.addCookie("token", token);
  const keep = (key: string, data: string) => {
    localStorage.setItem("auth_data", data);
    localStorage.setItem("token", key);
  };
  await webkit.run(keep, token, JSON.stringify(auth_data));
  await webkit.goTo(`${platform.page}${hash}`);
}

/** Collects the faults of the page in which it is called. */
const watchFaults = () =>
  webkit.run(() => {
    const faults: string[] = [];
    Object.assign(window, { faults });
    window.addEventListener("error", ({ message }) => faults.push(message));
    window.addEventListener("unhandledrejection", ({ reason }) => faults.push(String(reason)));
  });
const faults = () => webkit.run(() => (window as unknown as { faults: string[] }).faults);

async function said(text: string): Promise<void> {
  await expect.poll(() => webkit.text()).toContain(text);
}

const hash = () => webkit.run(() => location.hash);

/** Leaves the page, ends the session elsewhere, goes back, and finds nobody there. */
async function leaveAndComeBack(): Promise<void> {
  await webkit.goTo(`${platform.page}old.html`);
  // where it had not come whole, the driver may answer while the page that is left is still there
  await expect.poll(() => webkit.run(() => location.pathname)).toMatch(/\/old\.html$/);
  await webkit.run(() => localStorage.clear());
  await webkit.back();
  await expect.poll(hash).toMatch(/^#\/login/);
  await expect.poll(() => webkit.text()).not.toContain("孙浩");
}

describe.skipIf(isMissing("webkit"))("in WebKit, the engine of every iPhone and iPad", () => {
  beforeAll(open);
  afterAll(close);

  test("a manager signs in on a phone, acts as teacher, opens an app, searches, looks a list up, and leaves nothing behind", async () => {
    await webkit.goTo(platform.page);
    await webkit.type("账号", "linlan");
    await webkit.type("密码", DEMO_PASSWORD);
    await webkit.press("我已阅读并同意", "input");
    await webkit.press("登录", "button");
    await said("快捷应用");
    await watchFaults();

    await webkit.press("个人菜单");
    await webkit.press("教师", "[role^=menuitem]");
    await expect
      .poll(() => webkit.run(() => document.body.classList.contains("is-teacher")))
      .toBe(true);

    // a tab that opens only while the browser still sees the press
    const goBack = await webkit.goOnInNew(() => webkit.press("布置作业"));
    await said("已通过学门登录");
    await goBack();

    await webkit.press("搜索", "button");
    await webkit.type("搜索应用和资源", "分数");
    await said("分数的初步认识");
    await webkit.press("取消", "button");

    await webkit.run(() => void (location.hash = "#/module/admin"));
    await said("安海燕");
    expect(await faults()).toEqual([]);

    await webkit.goTo(`${platform.page}old.html`);
    await webkit.back();
    await said("安海燕");
    await webkit.press("个人菜单");
    await webkit.press("退出登录", "[role^=menuitem]");
    await expect.poll(hash).toMatch(/^#\/login/);
    for (let turn = 0; turn < 3; turn += 1) {
      await webkit.back();
      await expect.poll(hash).toMatch(/^(#\/login|$)/);
      expect(await webkit.text()).not.toMatch(/林岚|安海燕/);
    }
  });

  test("a page that comes back from the browser's memory shows nobody who has left meanwhile", async () => {
    await openAs("sunhao");
    await expect.poll(() => webkit.run(() => "schoolgateSession" in window)).toBe(true);
    await webkit.run(() =>
      addEventListener("pageshow", ({ persisted }) => {
        sessionStorage.setItem("came back from memory", String(persisted));
      }),
    );
    await leaveAndComeBack();
    expect(await webkit.run(() => sessionStorage.getItem("came back from memory"))).toBe("true");
  });

  test("nor does one that was left before all of its scripts had come", async () => {
    await openAs("sunhao");
    await said("孙浩");
    await leaveAndComeBack();
  });

  test("who asks for a code goes on in its field, although the key that was pressed rests", async () => {
    await webkit.goTo(`${platform.page}old.html`);
    await webkit.run(() => localStorage.clear());
    await webkit.goTo(`${platform.page}#/login`);
    await webkit.press("验证码登录", "button");
    await webkit.type("手机号或邮箱", "nobody@chenxi.example");
    await webkit.press("获取验证码", "button");
    await said("秒后重发");
    const focused = () => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent;
    await expect.poll(() => webkit.run(focused)).toBe("验证码");
  });

  test("Hanzi and digits stand beside one another, and no line begins with a comma", async () => {
    await openAs("wuguishu");
    await said("还没有加入学校");
    const spacing = () =>
      getComputedStyle(document.documentElement).getPropertyValue("text-autospace");
    expect(await webkit.run(spacing)).not.toBe("normal");
    const lineStarts = () => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const starts: string[] = [];
      const range = document.createRange();
      let top = -1;
      while (texts.nextNode()) {
        const { data } = texts.currentNode as Text;
        for (let at = 0; at < data.length; at += 1) {
          range.setStart(texts.currentNode, at);
          range.setEnd(texts.currentNode, at + 1);
          const box = range.getBoundingClientRect();
          if (box.top > top + 4) starts.push(data[at] ?? "");
          if (box.height > 0) top = box.top;
        }
      }
      return starts.join("");
    };
    const starts = await webkit.run(lineStarts);
    expect(starts.length).toBeGreaterThan(4);
    expect(starts).not.toMatch(/[，。；：、]/);
  });
});
