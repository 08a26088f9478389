import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isMissing } from "../../scripts/test-programs.mjs";
import { Firefox } from "../harness/firefox.ts";
import { SharedStage } from "../harness/stage.ts";
import { DEMO_PASSWORD, signInByWire } from "../harness/wire.ts";

/** Ms that a page takes to come, within which the one before asks for nothing more. */
const LATER_MS = 300;

const stage = new SharedStage();
let firefox: Firefox;

async function open(): Promise<void> {
  const small = { "intl.accept_languages": "zh-CN", "dom.serviceWorkers.enabled": false };
  [firefox] = await Promise.all([Firefox.start(small), stage.open()]);
}

async function close(): Promise<void> {
  await firefox?.close();
  await stage.close();
}

async function said(words: RegExp): Promise<void> {
  await expect.poll(() => firefox.text()).toMatch(words);
}

const hash = () => firefox.run(() => decodeURIComponent(location.hash));

async function switchTo(name: string, identity: string): Promise<void> {
  await firefox.press("切换身份");
  await firefox.press(name, "[role^=menuitem]");
  await expect.poll(() => firefox.run(() => document.body.className)).toContain(`is-${identity}`);
  await said(/快捷应用/);
}

/** The top and the bottom of the calendar that is open, and the height of the window; NaN while there is none. */
const heightsOfCalendar = () =>
  firefox.run(() => {
    const roots = [...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    const calendar = roots.flatMap((root) => root.querySelector(".ant-picker-dropdown") ?? [])[0];
    const { top = NaN, bottom = NaN } = calendar?.getBoundingClientRect() ?? {};
    return [top, bottom, innerHeight] as [number, number, number];
  });

/** Whether all but its margin is seen. */
const isWithin = ([top, bottom, height]: readonly [number, number, number]) =>
  top >= 0 && bottom <= height + 8;

interface Asked {
  what: string;
  at: number;
}

/** Notes what is asked for from now on; what comes under `held` waits. */
const watchRequests = () =>
  firefox.runInBrowser(`const seen = Services.wm.getMostRecentWindow("navigator:browser");
    Object.assign(seen, { asked: [], waiting: [] });
    Services.obs.addObserver((channel) => {
      const { requestMethod, URI } = channel.QueryInterface(Ci.nsIHttpChannel);
      seen.asked.push({ what: requestMethod + " " + URI.filePath, at: Date.now() });
      if (!seen.held?.test(URI.filePath)) return;
      channel.suspend();
      seen.waiting.push(channel);
    }, "http-on-modify-request");`);
/** Holds back what has such a path; what was held back goes on. */
const hold = (paths?: RegExp) =>
  firefox.runInBrowser(`const seen = Services.wm.getMostRecentWindow("navigator:browser");
    seen.held = ${paths};
    for (const channel of seen.waiting.splice(0)) channel.resume();`);
const asked = () =>
  firefox.runInBrowser<Asked[]>(
    `return Services.wm.getMostRecentWindow("navigator:browser").asked`,
  );
const whatWasAsked = async () => (await asked()).map(({ what }) => what);

/** Errors of the page's scripts, and what its policy or its style sheets were refused for. */
const faults = () =>
  firefox.runInBrowser<string[]>(`return Services.console.getMessageArray()
    .filter((one) => one instanceof Ci.nsIScriptError && (one.flags & 1) === 0)
    .filter(({ sourceName }) => sourceName.startsWith("${stage.platform.origin}"))
    .map(({ category, errorMessage }) => category + ": " + errorMessage)`);

/** Journeys at length are Chromium's; here is what each day needs, in an engine of another make. */
describe.skipIf(isMissing("firefox"))("a day in a stock Firefox", () => {
  beforeAll(open);
  afterAll(close);

  test("a manager signs in, teaches, searches, administers and leaves nothing behind", async () => {
    const { page } = stage.platform;
    await firefox.goTo(page);
    await firefox.type("账号", "linlan");
    await firefox.type("密码", DEMO_PASSWORD);
    await firefox.run(() => document.querySelector<HTMLInputElement>("[name=consent]")?.click());
    await firefox.press("登录");
    await said(/林岚/);
    await said(/快捷应用/);

    await switchTo("教师", "teacher");
    await firefox.press("红领巾电视台");
    await expect.poll(hash).toBe("#/app/campus-tv");
    const framed = () => firefox.run(() => document.querySelector("iframe")?.src ?? "");
    await expect.poll(framed).not.toBe("");
    await firefox.type("搜索应用和资源", "分数");
    await firefox.press("搜索资源");
    await said(/找到 \d+ 个结果/);
    await firefox.back();
    await expect.poll(hash).toBe("#/app/campus-tv");

    await firefox.goTo(`${page}#/home/index`);
    await switchTo("学校管理员", "manager");
    await firefox.goTo(`${page}#/module/admin/people`);
    await said(/共 [\d,]+ 人/);
    await firefox.type("查找人员", "linxiaoman");
    await said(/共 1 人/);
    await said(/林小满/);

    // where there is room neither below nor above the field
    await firefox.goTo(`${page}#/module/admin/audit`);
    await firefox.press("从", "input");
    await expect.poll(heightsOfCalendar).toSatisfy(isWithin);

    await firefox.press("个人菜单");
    await firefox.press("退出登录", "[role^=menuitem]");
    await expect.poll(hash).toBe("#/login");
    await firefox.back();
    await said(/登录学门/);
    expect(await firefox.text()).not.toMatch(/林岚|林小满/);
    expect(await faults()).toEqual([]);
  });

  test("a page that is being left asks for nothing more", async () => {
    const { origin, page } = stage.platform;
    const { token, auth_data } = await signInByWire(origin, "sunhao");
    await firefox.goTo(`${page}old.html`);
    await firefox.addCookie("token", token);
    const keep = (key: string, data: string) => {
      localStorage.setItem("auth_data", data);
      localStorage.setItem("token", key);
    };
    await firefox.run(keep, token, JSON.stringify(auth_data));
    await firefox.goTo(`${page}#/messages`);
    await said(/哪些消息/);
    await watchRequests();

    // for another page, which takes its time, while a script is on its way
    await hold(/\/assets\/|old\.html/);
    await firefox.run(() => void (location.hash = "#/timetable"));
    await expect.poll(whatWasAsked).toContainEqual(expect.stringMatching(/^GET .*\/assets\//));
    await firefox.run(() => void setTimeout(() => (location.href = "old.html")));
    await expect.poll(whatWasAsked).toContainEqual(expect.stringContaining("old.html"));
    await wait(LATER_MS);
    await hold();
    const left = (await asked()).find(({ what }) => what.includes("old.html"))?.at ?? 0;
    const atOnce = (await asked()).filter(({ at }) => at >= left && at < left + LATER_MS);
    expect(atOnce.filter(({ what }) => what.startsWith("HEAD"))).toEqual([]);
    await said(/浏览器/);

    // by signing out, while it is still seen
    await firefox.goTo(`${page}#/messages`);
    await said(/哪些消息/);
    await firefox.press("个人菜单");
    await firefox.press("退出登录", "[role^=menuitem]");
    await said(/登录学门/);
    const after = (await whatWasAsked()).join(" ").split("/sso/api/logout").at(-1);
    expect(after).not.toMatch(/\/user\/inbox/);
  });
});
