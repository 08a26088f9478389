import { readFileSync } from "node:fs";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newPerson, openBrowser } from "./harness/browser.ts";
import { startPlatform } from "./harness/platform.ts";
import type { Platform } from "./harness/run-server.ts";
import { homeShown, signInOnPage } from "./harness/steps.ts";

const CONFIG = new URL("../web/public/config.json", import.meta.url);
/** A module of the test's own: it writes down what it is told, and does what its place says. */
const PROBE = `
let element, timer;
const log = (window.probe ??= []);
const say = (what, { place }) => log.push(what + " /" + place.path.join("/") + "?" + place.params.join(","));
const draw = (context) => {
  const [child, params] = [context.place.path[0], context.place.params];
  if (child === "throws") throw new Error("the probe is broken");
  element.innerHTML = '<p class="probe">探针：' + (child ?? "首页") + "</p>";
  if (child === "fails-later") setTimeout(() => context.fail(new Error("later")), 50);
};
export function mount(given, context) {
  element = given;
  window.probeContext = context;
  timer = setInterval(() => {}, 1000);
  say("mount", context);
  draw(context);
}
export function update(context) {
  say("update", context);
  draw(context);
}
export function unmount() {
  clearInterval(timer);
  log.push("unmount");
}
`;

interface Seen {
  schoolgateSession?: { app: { id: string } | null };
  probe?: string[];
  probeContext?: {
    signal: AbortSignal;
    send(call: object, input: object): Promise<unknown>;
    session: { userId: string; identity: string; user: { name: string } };
  };
}

let platform: Platform;
let browser: Browser;
beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await platform.stop();
});

/** Serves the probe as module `probe`; `parts` changes its manifest. */
async function serveProbe(context: BrowserContext, parts: object = {}, code = PROBE) {
  const manifest = {
    name: "probe",
    title: "探针",
    version: "1.0.0",
    permission: null,
    calls: ["GET /dt-platform/v1/user/user/detail"],
    entry: "assets/modules/probe/index-1.js",
    styles: ["assets/modules/probe/style-1.css"],
    ...parts,
  };
  await context.route("**/modules/probe.json", (route) => route.fulfill({ json: manifest }));
  await context.route("**/assets/modules/probe/index-1.js*", (route) =>
    route.fulfill({ contentType: "text/javascript", body: code }),
  );
  await context.route("**/assets/modules/probe/style-1.css", (route) =>
    route.fulfill({ contentType: "text/css", body: ".probe { color: rgb(1, 2, 3) }" }),
  );
}

async function signedIn(account = "sunhao") {
  const person = await newPerson(browser);
  const events: string[] = [];
  person.page.on("request", (request) => {
    if (request.url().includes("/event/report")) events.push(request.postData() ?? "");
  });
  await signInOnPage(person.page, platform, account);
  await homeShown(person.page);
  return { ...person, events };
}

const open = (page: Page, path: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, path);
const log = (page: Page) => page.evaluate(() => (window as unknown as Seen).probe ?? []);
const failure = (page: Page) => page.getByRole("alert");

describe("a module's life (RT-08)", () => {
  test("it gets path and params, follows the place, and leaves nothing behind", async () => {
    const { context, page, faults } = await signedIn();
    await serveProbe(context);
    await open(page, "/module/probe/a/b/c/1/2");
    await page.getByText("探针：a").waitFor();
    expect(await page.title()).toBe("探针");
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("探针");
    await open(page, "/module/probe/x");
    await page.getByText("探针：x").waitFor();
    expect(await log(page)).toEqual(["mount /a/b/c?1,2", "update /x?"]);
    const colour = await page.getByText("探针：x").evaluate((it) => getComputedStyle(it).color);
    expect(colour).toBe("rgb(1, 2, 3)");
    await page.getByRole("link", { name: "返回首页" }).click();
    await homeShown(page);
    expect(await log(page)).toEqual(["mount /a/b/c?1,2", "update /x?", "unmount"]);
    expect(await page.locator(".probe").count()).toBe(0);
    const aborted = () =>
      page.evaluate(() => (window as unknown as Seen).probeContext?.signal.aborted);
    expect(await aborted()).toBe(true);
    await open(page, "/module/probe");
    await page.getByText("探针：首页").waitFor();
    expect((await log(page)).at(-1)).toBe("mount /?");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("its styles stay inside, and the page's outside", async () => {
    const { context, page } = await signedIn();
    await serveProbe(context);
    await open(page, "/module/probe");
    await page.getByText("探针：首页").waitFor();
    const outside = await page.evaluate(() => {
      const twin = document.createElement("p");
      twin.className = "probe";
      document.body.append(twin);
      return getComputedStyle(twin).color;
    });
    expect(outside).not.toBe("rgb(1, 2, 3)");
    await context.close();
  });

  test("it reads the shared session, gets no token, and calls only what its manifest names", async () => {
    const { context, page } = await signedIn("linlan");
    await serveProbe(context);
    await open(page, "/module/probe");
    await page.getByText("探针：首页").waitFor();
    const seen = await page.evaluate(async () => {
      const { probeContext: given } = window as unknown as Seen;
      if (given === undefined) throw new Error("no context");
      const { userId, identity, user } = given.session;
      const detail = { method: "GET", path: "/dt-platform/v1/user/user/detail" };
      const apps = { method: "GET", path: "/dt-platform/v1/app/api/apps" };
      const token = localStorage.getItem("token") ?? "";
      const texts = Object.values(given).map((value) => {
        return typeof value === "function" ? String(value) : (JSON.stringify(value) ?? "");
      });
      return {
        who: [userId !== "", identity, user.name],
        own: await given.send(detail, { fields: "name" }),
        other: await given.send(apps, {}).catch((error: Error) => error.name),
        leaks: texts.some((text) => text.includes(token)),
      };
    });
    expect(seen).toEqual({
      who: [true, "manager", "林岚"],
      own: { name: "林岚" },
      other: "ModuleCallError",
      leaks: false,
    });
    await context.close();
  });
});

describe("a module that cannot be opened", () => {
  test.each(["nowhere", "No_Name"])("%s is unknown: a way home, and a report", async (name) => {
    const { context, page, events } = await signedIn();
    await open(page, `/module/${name}`);
    await failure(page).getByText("没有这个模块").waitFor();
    expect(await page.title()).toBe("没有这个模块");
    await page.waitForLoadState("networkidle");
    expect(events.filter((event) => event.includes("module-unknown"))).toHaveLength(1);
    await failure(page).getByRole("link", { name: "返回首页" }).click();
    await homeShown(page);
    await context.close();
  });

  test("one whose permission the person lacks: nothing opens, and it is said (GD-03)", async () => {
    const { context, page, events } = await signedIn();
    await serveProbe(context, { permission: "debug" });
    await page.evaluate(() => {
      addEventListener("unauthorized", () => {
        (window as unknown as Seen).probe = ["unauthorized"];
      });
    });
    await open(page, "/module/probe");
    await page.getByRole("status").getByText("没有权限").waitFor();
    expect(await page.evaluate(() => location.hash)).toBe("#/home/index");
    expect(await log(page)).toEqual(["unauthorized"]);
    expect(events.some((event) => event.includes("unauthorized"))).toBe(true);
    await context.close();
    const admin = await signedIn("wangfang");
    await serveProbe(admin.context, { permission: "debug" });
    await open(admin.page, "/module/probe");
    await admin.page.getByText("探针：首页").waitFor();
    await admin.context.close();
  });

  test.each([
    ["script that is gone", "index-1.js", { status: 404, body: "" }, "error"],
    ["script that is a page", "index-1.js", { contentType: "text/html", body: "<p>" }, "missing"],
    [
      "script that is no module of ours",
      "index-1.js",
      { contentType: "text/javascript", body: "export const mount = 1" },
      "missing",
    ],
    ["style that is gone", "style-1.css", { status: 404, body: "" }, "CSS_CHUNK_LOAD_FAILED"],
  ])(
    "a %s: type and address, a report, and 「重试」 that recovers (ER-06)",
    async (_what, file, answer, code) => {
      const { context, page, events } = await signedIn();
      await serveProbe(context);
      let broken = true;
      await context.route(`**/assets/modules/probe/${file}*`, (route) =>
        broken ? route.fulfill(answer) : route.fallback(),
      );
      await open(page, "/module/probe");
      await failure(page).getByText("这个模块没有加载成功").waitFor();
      const text = await failure(page).innerText();
      expect(text).toContain(`${code} `);
      expect(text).toContain(`/assets/modules/probe/${file}`);
      await page.waitForLoadState("networkidle");
      const reports = events.filter((event) => event.includes("chunk-failure"));
      expect(reports).toHaveLength(1);
      expect(reports[0]).toContain(file);
      broken = false;
      await failure(page).getByRole("button", { name: "重试" }).click();
      await page.getByText("探针：首页").waitFor();
      await context.close();
    },
  );

  test("one that does not come in time says so (ER-06)", async () => {
    const { context, page } = await newPerson(browser);
    const file = {
      ...(JSON.parse(readFileSync(CONFIG, "utf8")) as object),
      chunk_timeout_seconds: 1,
    };
    await context.route("**/config.json", (route) => route.fulfill({ json: file }));
    await signInOnPage(page, platform, "sunhao");
    await homeShown(page);
    await serveProbe(context);
    await context.route("**/assets/modules/probe/index-1.js", () => {});
    await open(page, "/module/probe");
    await failure(page).getByText("网络较慢，没有收到内容。").waitFor();
    expect(await failure(page).innerText()).toContain("timeout ");
    await failure(page).getByRole("button", { name: "重试" }).click();
    await page.getByText("探针：首页").waitFor();
    await context.close();
  });

  test("a manifest that does not come is tried again too", async () => {
    const { context, page } = await signedIn();
    await serveProbe(context);
    let broken = true;
    await context.route("**/modules/probe.json", (route) =>
      broken ? route.abort() : route.fallback(),
    );
    await open(page, "/module/probe");
    await failure(page).getByText("这个模块没有加载成功").waitFor();
    broken = false;
    await failure(page).getByRole("button", { name: "重试" }).click();
    await page.getByText("探针：首页").waitFor();
    await context.close();
  });
});

describe("a module that throws takes only itself down", () => {
  test.each([
    ["when it is mounted", ["throws"]],
    ["when its place changes", ["a", "throws"]],
    ["some time later", ["fails-later"]],
  ])("%s", async (_when, places) => {
    const { context, page, events, faults } = await signedIn();
    await serveProbe(context);
    for (const place of places) {
      await open(page, `/module/probe/${place}`);
      if (place === "a") await page.getByText("探针：a").waitFor();
    }
    await failure(page).getByText("这个模块出了点问题").waitFor();
    expect(await page.locator(".probe").count()).toBe(0);
    expect((await log(page)).at(-1)).toBe("unmount");
    await page.waitForLoadState("networkidle");
    expect(events.filter((event) => event.includes("module-error"))).toHaveLength(1);
    await open(page, "/module/probe/well");
    await failure(page).getByRole("button", { name: "重试" }).click();
    await page.getByText("探针：well").waitFor();
    await page.getByRole("link", { name: "返回首页" }).click();
    await homeShown(page);
    expect(faults).toEqual([]);
    await context.close();
  });
});

test("an app of kind module opens in the page, and modules hear which (LA-01, ST-02)", async () => {
  const { context, page } = await signedIn("linxiaoman");
  await page.locator("main").getByRole("button", { name: "成长档案" }).first().click();
  await page.getByRole("heading", { level: 1, name: "成长档案" }).waitFor();
  await page.getByRole("heading", { name: "林小满" }).waitFor();
  expect(await page.evaluate(() => location.hash)).toBe("#/module/growth-record");
  expect(await page.evaluate(() => (window as unknown as Seen).schoolgateSession?.app?.id)).toBe(
    "growth-record",
  );
  await context.close();
});
