import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { isMissing } from "../../scripts/test-programs.mjs";
import { LOCALHOST_CERT } from "../../server/test/localhost-pair.ts";
import { sendNotice } from "../harness/notices.ts";
import { startPlatform } from "../harness/platform.ts";
import type { Platform } from "../harness/run-server.ts";
import { call, signInByWire } from "../harness/wire.ts";
import { Firefox } from "../harness/firefox.ts";
import { PushService } from "./push-service.ts";

let service: PushService;
let platform: Platform;
let firefox: Firefox;

async function open(): Promise<void> {
  const certificate = join(inject("runDir"), "push-service.pem");
  await writeFile(certificate, LOCALHOST_CERT);
  service = await PushService.start();
  // as for a push service inside: its network, and who vouches for its name
  const inside = { PUSH_NETWORKS: "127.0.0.0/8", NODE_EXTRA_CA_CERTS: certificate };
  [platform, firefox] = await Promise.all([
    startPlatform(inside),
    Firefox.start(service.preferences),
  ]);
}

async function close(): Promise<void> {
  await firefox?.close();
  await platform?.stop();
  await service?.close();
}

/** Signs a person in, as a returning one. */
async function signIn(account: string): Promise<void> {
  const { token, auth_data } = await signInByWire(platform.origin, account);
  await firefox.goTo(platform.page);
  await firefox.addCookie("token", token);
  const keep = (key: string, data: string) => {
    localStorage.setItem("auth_data", data);
    localStorage.setItem("token", key);
  };
  await firefox.run(keep, token, JSON.stringify(auth_data));
}

/** Opens the page anew at a hash, in the only tab. */
async function openAt(hash: string): Promise<void> {
  await firefox.closeAll();
  await firefox.goTo(`${platform.page}${hash}`);
}

const notify = (title: string) => sendNotice(platform.origin, title, { grade_ids: ["1"] });

async function said(text: string): Promise<void> {
  await expect.poll(() => firefox.text()).toContain(text);
}

/** Waits for these addresses of tabs; those of the page begin with its hash. */
async function tabs(wanted: readonly string[]): Promise<void> {
  const full = wanted.map((one) => one.replace("#", `${platform.page}#`));
  await expect.poll(() => firefox.tabs()).toEqual(full);
}

const token = () => firefox.run(() => localStorage.getItem("token") ?? "");

/** Allows or forbids the page to notify, as in Firefox's own settings. */
const setPermission = (action: "ALLOW" | "DENY") =>
  firefox.runInBrowser(`Services.perms.addFromPrincipal(
    Services.scriptSecurityManager.createContentPrincipalFromOrigin("${platform.origin}"),
    "desktop-notification", Services.perms.${action}_ACTION)`);

/** Holds the service worker of a first visit while it fetches what it keeps, as a slow network does: a look that no parent's page has. */
const holdWorker = () =>
  firefox.runInBrowser(`window.held = [];
    window.hold = { observe(request) {
      if (!request.QueryInterface(Ci.nsIHttpChannel).URI.filePath.endsWith("/themes/009143.css")) return;
      request.suspend();
      window.held.push(request);
    } };
    Services.obs.addObserver(window.hold, "http-on-modify-request")`);
const letWorkerGoOn = () =>
  firefox.runInBrowser<number>(`Services.obs.removeObserver(window.hold, "http-on-modify-request");
    return window.held.splice(0).map((request) => request.resume()).length`);

/** The script that finds Firefox's window for a notification with a text. */
const shownWith = (text: string) => `[...Services.wm.getEnumerator("alert:alert")]
  .map(({ document }) => document.getElementById("alertBox"))
  .find((box) => box.querySelector("#alertTextLabel")?.textContent === ${JSON.stringify(text)})`;

/** Waits until a notification is shown with a text, and returns its title. */
async function shown(text: string): Promise<string> {
  const title = () =>
    firefox.runInBrowser<string | null>(
      `return ${shownWith(text)}?.querySelector("#alertTitleLabel").value ?? null`,
    );
  await expect.poll(title).not.toBe(null);
  return (await title()) ?? "";
}

describe.skipIf(isMissing("firefox"))("web push in a stock Firefox (IN-05)", () => {
  beforeAll(open);
  afterAll(close);

  test("is asked for by a press, shows a notice while the page is closed, and leads to the messages", async () => {
    await holdWorker();
    await signIn("chenjing");
    await openAt("#/module/profile");
    await firefox.press("开启浏览器通知");
    const allow = `document.querySelector("#notification-popup popupnotification")?.button`;
    await expect.poll(() => firefox.runInBrowser(`return ${allow} !== undefined`)).toBe(true);
    expect(service.channels.size).toBe(0);
    // pressed before it is wholly shown it does nothing
    const press = async () => {
      await firefox.runInBrowser(`${allow}?.click()`);
      return firefox.run(() => Notification.permission);
    };
    await expect.poll(press).toBe("granted");
    expect(await letWorkerGoOn()).toBe(1);
    await said("关闭浏览器通知");
    expect(service.channels.size).toBe(1);

    await firefox.closeAll();
    await notify("周五秋游");
    expect(await shown("周五秋游")).toBe("启明小学的通知");
    await expect.poll(() => service.acknowledged).toEqual(["delivered"]);
    expect(service.answered).toEqual([201]);
    await firefox.runInBrowser(`${shownWith("周五秋游")}.click()`);
    await tabs(["about:blank", "#/messages"]);
    await said("周五秋游");
  });

  test("leads in the tab that is open", async () => {
    await openAt("");
    await said("快捷应用");
    await notify("周六补课");
    await shown("周六补课");
    const listed = () =>
      firefox.run(async () => {
        const worker = await navigator.serviceWorker.ready;
        return (await worker.getNotifications()).map(({ title, body }) => `${title}：${body}`);
      });
    expect(await listed()).toEqual(["启明小学的通知：周六补课"]);
    await firefox.runInBrowser(`${shownWith("周六补课")}.click()`);
    await tabs(["#/messages"]);
    await said("周六补课");
    await expect.poll(listed).toEqual([]);
  });

  test("leaves alone a tab in which something is written", async () => {
    await openAt("#/feedback");
    await firefox.press("新反馈");
    const written = () => firefox.run(() => document.querySelector("textarea")?.value);
    await expect.poll(written).toBe("");
    const place = await firefox.run(() => {
      const area = document.querySelector("textarea");
      if (area !== null) area.value = "食堂的菜单打不开";
      area?.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
      return location.hash;
    });
    await notify("下周体检");
    await shown("下周体检");
    await firefox.runInBrowser(`${shownWith("下周体检")}.click()`);
    await tabs([place, "#/messages"]);
    await said("下周体检");
  });

  test("goes on where the browser has replaced its subscription by itself, while no page was open", async () => {
    await firefox.closeAll();
    const [before] = service.channels.keys();
    service.forget();
    await expect.poll(() => service.channels.size).toBe(1);
    expect([...service.channels.keys()]).not.toContain(before);
    const answers = service.answered.length;
    await notify("只进消息");
    await expect.poll(() => service.answered.slice(answers)).toEqual([410]);
    await openAt("");
    await said("快捷应用");
    const known = async () =>
      (await call(platform.origin, "readNoticeAlerts", {}, { token: await token() })).body.data
        .push;
    await expect.poll(async () => (await known()).is_on).toBe(true);
    await firefox.closeAll();
    await notify("又能收到");
    expect(await shown("又能收到")).toBe("启明小学的通知");
  });

  test("waits for who has closed Firefox", async () => {
    await firefox.quit();
    const before = service.answered.length;
    await notify("周日返校");
    await expect.poll(() => service.answered.length).toBe(before + 1);
    await firefox.open();
    expect(await shown("周日返校")).toBe("启明小学的通知");
  });

  test("is offered again where the browser's own settings have ended it", async () => {
    await setPermission("DENY");
    await expect.poll(() => service.channels.size).toBe(0);
    await openAt("#/module/profile");
    await firefox.press("开启浏览器通知");
    await said("浏览器没有允许");
    await setPermission("ALLOW");
    await firefox.press("开启浏览器通知");
    await said("关闭浏览器通知");
    expect(service.channels.size).toBe(1);
  });

  test("is turned off, on again, and ended by signing out", async () => {
    await openAt("#/module/profile");
    await firefox.press("关闭浏览器通知");
    await said("开启浏览器通知");
    expect(service.channels.size).toBe(0);
    const before = service.answered.length;
    await notify("不再推送");
    await openAt("#/messages");
    await said("不再推送");
    await openAt("#/module/profile");
    await firefox.press("开启浏览器通知");
    await said("关闭浏览器通知");
    await notify("又推送了");
    expect(await shown("又推送了")).toBe("启明小学的通知");
    expect(service.answered.slice(before)).toEqual([201]);
    await firefox.press("个人菜单");
    await firefox.press("退出登录");
    await expect.poll(() => service.channels.size).toBe(0);
  });
});
