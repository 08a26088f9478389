import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isMissing } from "../../scripts/test-programs.mjs";
import { Firefox } from "../harness/firefox.ts";
import { SharedStage } from "../harness/stage.ts";
import { DEMO_PASSWORD, signInByWire } from "../harness/wire.ts";

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

/** Notes what is asked for from now on, and holds back the scripts and styles that come under `held`. */
const watchRequests = () =>
  firefox.runInBrowser(`const seen = Services.wm.getMostRecentWindow("navigator:browser");
    seen.asked = [];
    Services.obs.addObserver((channel) => {
      const { requestMethod, URI } = channel.QueryInterface(Ci.nsIHttpChannel);
      seen.asked.push(requestMethod + " " + URI.filePath);
      if (seen.held && requestMethod === "GET" && URI.filePath.includes("/assets/")) channel.suspend();
    }, "http-on-modify-request");`);
const hold = (held: boolean) =>
  firefox.runInBrowser(`Services.wm.getMostRecentWindow("navigator:browser").held = ${held}`);
const asked = () =>
  firefox.runInBrowser<string[]>(
    `return Services.wm.getMostRecentWindow("navigator:browser").asked`,
  );

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
    await expect.poll(heightsOfCalendar).toSatisfy(([top, bottom, of]) => top >= 0 && bottom <= of);

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

    // for another page, while a script is on its way
    await hold(true);
    await firefox.run(() => void (location.hash = "#/timetable"));
    await expect.poll(asked).toContainEqual(expect.stringMatching(/^GET .*\/assets\//));
    await firefox.goTo(`${page}old.html`);
    await hold(false);
    expect((await asked()).filter((one) => one.startsWith("HEAD"))).toEqual([]);

    // by signing out, while it is still seen
    await firefox.goTo(`${page}#/messages`);
    await said(/哪些消息/);
    await firefox.press("个人菜单");
    await firefox.press("退出登录", "[role^=menuitem]");
    await said(/登录学门/);
    const after = (await asked()).join(" ").split("/sso/api/logout").at(-1);
    expect(after).not.toMatch(/\/user\/inbox/);
  });
});
