import { readFile, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newPerson, takePicture } from "./harness/browser.ts";
import { Stage } from "./harness/stage.ts";
import { choose, homeShown, openHome, openPersonMenu, openSignedIn } from "./harness/steps.ts";
import { call, putLooksBack, signIn } from "./harness/wire.ts";

const SAMPLE = new URL("../docs/samples/module-frame/", import.meta.url);
const TYPES: Record<string, string> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  css: "text/css",
};

/** A module that tries everything it must not be able to do, and shows each result. */
const HOSTILE = `<!doctype html><meta charset="utf-8"><pre id="out">…</pre><script>
const attempt = async (what, work) => {
  try { return what + ": " + JSON.stringify(await work()); } catch (error) { return what + ": refused " + error.name; }
};
addEventListener("message", async ({ data, ports: [port] }) => {
  port.onmessage = async ({ data: told }) => {
    if (told.type !== "mount") return;
    const platform = "PLATFORM";
    const results = [
      await attempt("storage of the page", () => parent.localStorage.getItem("token")),
      await attempt("page", () => parent.document.title),
      await attempt("shared object", () => parent.schoolgateSession.user.name),
      await attempt("address", () => parent.location.href),
      await attempt("own storage", () => localStorage.length),
      await attempt("own cookies", () => document.cookie),
      await attempt("databases", async () => indexedDB.open("x").result),
      await attempt("top", () => { top.location = "https://evil.example/"; return "went"; }),
      await attempt("window", () => open("https://evil.example/") === null ? "blocked" : "opened"),
      await attempt("call", async () => (await fetch(platform + "/dt-platform/v1/user/user/detail",
        { credentials: "include" })).status),
      await attempt("camera", async () => (await navigator.mediaDevices.getUserMedia({ video: true })).id),
      "told: " + JSON.stringify(told),
      "origin: " + self.origin,
    ];
    for (const path of ["javascript:alert(1)", "//evil.example", "https://evil.example/"]) {
      port.postMessage({ type: "navigate", path });
    }
    for (let turn = 0; turn < 30; turn += 1) port.postMessage({ type: "toast", text: "烦人 " + turn });
    port.postMessage({ type: "title", text: "x".repeat(1000) });
    port.postMessage({ type: "height", pixels: 1e9 });
    port.postMessage({ type: "token" });
    document.getElementById("out").textContent = results.join("\\n");
  };
  port.postMessage({ type: "ready", version: 1 });
});
</script>`;

let stage: Stage;
let maker: Server;
let home: string;
const asked: string[] = [];
beforeAll(async () => {
  maker = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => maker.listen(0, "127.0.0.1", resolve));
  const { port } = maker.address() as AddressInfo;
  home = `http://maker.localhost:${port}`;
  const entry = (path: string, share: string[] = []) => ({
    title: "天气",
    version: "1",
    frame: home + path,
    share,
  });
  const site = {
    chunk_timeout_seconds: 1,
    modules: {
      weather: entry("/weather/", ["user.name", "identity"]),
      hostile: entry("/hostile", ["identity"]),
      mute: entry("/mute"),
      slow: entry("/slow"),
      broken: entry("/broken"),
      leaves: entry("/leaves"),
      // cookies know no ports: its server would be sent the platform's
      "same-host": { ...entry(""), frame: `http://127.0.0.1:${port}/weather/` },
      held: { ...entry("/weather/"), permission: "debug" },
      crooked: { ...entry("/weather/"), share: ["user.mobile"] },
    },
  };
  stage = new Stage({
    prepare: (dataDir) => writeFile(join(dataDir, "site.json"), JSON.stringify(site)),
    switches: ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"],
  });
  await stage.open();
});
afterAll(async () => {
  await stage.close();
  maker.closeAllConnections();
  await new Promise((resolve) => maker.close(resolve));
});

/** Serves as the third party's server: the sample, and pages that misbehave. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? "/";
  asked.push(`${path} ${request.headers.referer ?? ""} ${request.headers.cookie ?? ""}`);
  if (path === "/slow") return;
  if (path === "/broken") return void request.socket.destroy();
  if (path === "/hostile") {
    response.setHeader("content-type", TYPES["html"] ?? "");
    return void response.end(HOSTILE.replace("PLATFORM", stage.platform.origin));
  }
  if (path === "/leaves") {
    response.setHeader("content-type", TYPES["html"] ?? "");
    return void response.end("<script>setTimeout(() => (location = '/mute'), 50)</script>");
  }
  const file = path === "/weather/" ? "index.html" : path.replace("/weather/", "");
  const type = TYPES[file.split(".").at(-1) ?? ""];
  if (!path.startsWith("/weather/") || type === undefined) {
    response.setHeader("content-type", TYPES["html"] ?? "");
    return void response.end("<p>这里什么也没有</p>");
  }
  response.setHeader("content-type", type);
  return void response.end(await readFile(new URL(file, SAMPLE)));
}

async function signedIn() {
  const person = await newPerson(stage.browser);
  const events: string[] = [];
  person.page.on("request", (request) => {
    if (request.url().includes("/event/report")) events.push(request.postData() ?? "");
  });
  await openSignedIn(person.page, stage.platform, "sunhao");
  await homeShown(person.page);
  return { ...person, events };
}

const open = (page: Page, path: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, path);
const inside = (page: Page) => page.frameLocator("iframe[sandbox]");
const alert = (page: Page) => page.getByRole("alert");

test("the sample: told what it may know, follows the place, and is taken away cleanly", async () => {
  const { context, page, faults } = await signedIn();
  await open(page, "/module/weather/today/x/y/1/2");
  await inside(page).getByText("孙浩，今天晴").waitFor();
  await inside(page).getByText("today/x/y?1,2").waitFor();
  await expect
    .poll(() => page.locator("iframe[sandbox]").getAttribute("sandbox"))
    .toBe("allow-scripts allow-forms");
  await open(page, "/module/weather/tomorrow");
  await inside(page).getByText("tomorrow?").waitFor();
  await expect.poll(() => page.title()).toBe("明天的天气");
  expect(asked.filter((one) => one.startsWith("/weather/ "))).toEqual(["/weather/  "]);
  const height = () => page.locator("iframe[sandbox]").evaluate((it) => it.clientHeight);
  await expect.poll(height).toBeLessThan(300);
  await takePicture(page, "module-framed");
  await inside(page).getByRole("button", { name: "打个招呼" }).click();
  await page.getByText("你好", { exact: true }).waitFor();
  await inside(page).getByRole("button", { name: "返回首页" }).click();
  await homeShown(page);
  await expect.poll(() => page.locator("iframe[sandbox]").count()).toBe(0);
  expect(page.frames()).toHaveLength(1);
  expect(faults).toEqual([]);
  await context.close();
});

test("the sample is read in the dark look, too", async () => {
  const { origin } = stage.platform;
  const token = await signIn(origin, "linlan");
  await call(origin, "saveSetting", { appearance: "dark" }, { token });
  const { context, page } = await openHome(stage, "linlan", "phone");
  await open(page, "/module/weather/today");
  const words = inside(page).getByRole("heading", { name: "林岚，今天晴" });
  await words.waitFor();
  const [ink, ground] = await words.evaluate((it) => {
    const light = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const boxes = [it, document.body, document.documentElement].map((box) => getComputedStyle(box));
    const filled = boxes.find(({ backgroundColor }) => !backgroundColor.endsWith(", 0)"));
    return [light(boxes[0]?.color ?? ""), light(filled?.backgroundColor ?? "rgb(255, 255, 255)")];
  });
  expect(Math.abs(ink - ground)).toBeGreaterThan(128);
  await context.close();
});

test("an open one follows the look: dark, and in large letters", async () => {
  const { context, page, faults } = await signedIn();
  await page.emulateMedia({ colorScheme: "light" });
  await open(page, "/module/weather/today");
  const words = inside(page).getByText("孙浩，今天晴");
  await words.waitFor();
  const look = () =>
    words.evaluate((it) => {
      const { fontSize, backgroundColor } = getComputedStyle(it.ownerDocument.documentElement);
      return [backgroundColor, fontSize];
    });
  expect(await look()).toEqual(["rgb(255, 255, 255)", "16px"]);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await page.evaluate(() => {
    const sample = document.createElement("i");
    sample.style.color = "var(--surface)";
    document.body.append(sample);
    const { color } = getComputedStyle(sample);
    sample.remove();
    return color;
  });
  await expect.poll(look).toEqual([dark, "16px"]);
  await openPersonMenu(page);
  await choose(page, "外观与文字");
  await page.getByText("浅色", { exact: true }).click();
  await expect.poll(look).toEqual(["rgb(255, 255, 255)", "16px"]);
  await page.getByText("深色", { exact: true }).click();
  await page.getByText("大字", { exact: true }).click();
  await expect.poll(look).toEqual([dark, "22.4px"]);
  await page.getByRole("button", { name: "完成" }).click();
  await takePicture(page, "module-framed-look");
  await putLooksBack(stage.platform.origin, "sunhao");
  expect(faults).toEqual([]);
  await context.close();
});

test("a hostile one reads nothing, goes nowhere, and cannot pester", async () => {
  const { context, page } = await signedIn();
  const token = await page.evaluate(() => localStorage.getItem("token") ?? "");
  expect(token).not.toBe("");
  await open(page, "/module/hostile");
  const out = inside(page).locator("#out");
  await expect.poll(() => out.innerText()).toContain("origin:");
  const lines = (await out.innerText()).split("\n");
  const refused = "refused SecurityError";
  expect(lines).toEqual([
    `storage of the page: ${refused}`,
    `page: ${refused}`,
    `shared object: ${refused}`,
    `address: ${refused}`,
    `own storage: ${refused}`,
    `own cookies: ${refused}`,
    `databases: ${refused}`,
    `top: ${refused}`,
    'window: "blocked"',
    "call: refused TypeError",
    expect.stringMatching(/^camera: refused/),
    expect.stringMatching(/^told: /),
    "origin: null",
  ]);
  const told = JSON.parse((lines[11] ?? "").slice("told: ".length)) as Record<string, unknown>;
  expect(Object.keys(told).sort()).toEqual(["colours", "large", "place", "session", "type"]);
  expect(told["session"]).toEqual({ identity: "teacher" });
  expect(lines.join("\n")).not.toContain(token);
  expect(new URL(page.url()).hash).toBe("#/module/hostile");
  await expect.poll(() => page.title()).toBe("天气");
  await expect.poll(() => page.getByText(/^烦人/).count()).toBeLessThanOrEqual(3);
  await expect
    .poll(() => page.locator("iframe[sandbox]").evaluate((it) => it.clientHeight))
    .toBe(480);
  expect(asked.join("\n")).not.toContain(token);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("token"))).toBe(token);
  await open(page, "/home");
  await homeShown(page);
  await context.close();
});

describe("what goes wrong is shown, reported and tried again, as for any chunk (ER-06)", () => {
  let person: Awaited<ReturnType<typeof signedIn>>;
  beforeAll(async () => {
    person = await signedIn();
  });
  afterAll(() => person.context.close());
  beforeEach(async () => {
    await open(person.page, "/home/index");
    await homeShown(person.page);
    person.events.length = 0;
  });

  test.each([
    ["mute", "missing", "这个模块的网址打开的是别的网页"],
    ["slow", "timeout", "网络较慢"],
    ["broken", "error", "请检查网络后重试"],
    ["crooked", "missing", ""],
    ["same-host", "missing", ""],
  ])("%s: %s", async (name, type, cause) => {
    const { page, events } = person;
    await open(page, `/module/${name}`);
    await alert(page).getByText("这个模块没有加载成功").waitFor();
    await alert(page).getByText(`${type} http`).waitFor();
    await expect.poll(() => alert(page).innerText()).toContain(cause);
    await expect.poll(() => events.join("\n")).toContain(type);
    await expect.poll(() => page.locator("iframe[sandbox]").count()).toBe(0);
    await alert(page).getByRole("button", { name: "重试" }).click();
    await alert(page).getByText("这个模块没有加载成功").waitFor();
  });

  test("a page that goes elsewhere is taken down", async () => {
    const { page } = person;
    await open(page, "/module/leaves");
    await alert(page).waitFor();
    await expect.poll(() => page.locator("iframe[sandbox]").count()).toBe(0);
  });

  test("a permission is asked for as for any module", async () => {
    const { page } = person;
    await open(page, "/module/held");
    await page.getByText("没有权限").first().waitFor();
    await expect.poll(() => page.locator("iframe[sandbox]").count()).toBe(0);
  });
});
