import { request } from "node:http";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { newPerson, SCREENS, takePicture } from "../harness/browser.ts";
import { openFor, Stage } from "../harness/stage.ts";
import { connectionWatched, homeShown, openWithSession } from "../harness/steps.ts";
import { call, signInByWire } from "../harness/wire.ts";
import { addApps } from "../launch/more-apps.ts";

const APPS = 1000;
/** A name that must not end the script or the template that contains it. */
const WICKED = "</script></template><img src=x onerror=alert(1)>";

const PEOPLE = [
  ["linlan", "林岚"],
  ["sunhao", "孙浩"],
  ["linxiaoman", "林小满"],
  ["chenjing", "陈静"],
] as const;
/** The headers with which a browser opens the page in a tab, from a bookmark. */
const OPENED = {
  "sec-fetch-dest": "document",
  "sec-fetch-mode": "navigate",
  "sec-fetch-site": "none",
};

const stage = openFor(
  new Stage({
    prepare: (dataDir) =>
      addApps(
        dataDir,
        Array.from({ length: APPS }, (_, nth) => ({
          id: `many-${nth}`,
          category_id: nth % 2 === 0 ? "manage" : "resource",
          name: nth === 0 ? WICKED : `很多应用 ${nth}`,
          description: "",
          icon: "",
          icon_mono: "",
          launch: "link" as const,
          url: `https://apps.example/${nth}`,
          opens_in: "tab" as const,
          display_status: "display" as const,
          roles: ["admin"],
          clients: [],
          sort: 100 + nth,
          badge: "",
        })),
      ),
  }),
);

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

function get(path: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(stage.platform.origin + path, { headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
      );
    });
    sent.on("error", reject).end();
  });
}

const page = (headers: Record<string, string>) => get("/platformEntry/", headers);
const cookie = (token: string) => ({ cookie: `token=${token}` });

/** Returns the drawn document of a session. A busy machine sends everybody's after 800 ms, and draws the next. */
async function drawnPage(token: string, site = "none"): Promise<Answer> {
  const headers = { ...OPENED, ...cookie(token), "sec-fetch-site": site };
  let answer!: Answer;
  await expect
    .poll(async () => (answer = await page(headers)).text)
    .toContain('id="drawn-answers"');
  return answer;
}

describe("the document", () => {
  test("holds the home of who opens the page, nothing on the way keeps it, and it holds no token", async () => {
    const { token } = await signInByWire(stage.platform.origin, "sunhao");
    for (const site of ["none", "same-origin"]) {
      const answer = await drawnPage(token, site);
      expect(answer.headers).toMatchObject({
        "cache-control": "private, no-store",
        vary: expect.stringMatching(/cookie/),
      });
      expect(answer.headers["etag"]).toBeUndefined();
      expect(answer.text).toContain("孙浩");
      expect(answer.text).not.toContain(token);
    }
  });

  test.each([
    ["nobody", { cookie: "" }],
    ["a session that is none", { cookie: "token=never-was" }],
    ["a frame", { "sec-fetch-dest": "iframe" }],
    ["a fetch", { "sec-fetch-dest": "empty", "sec-fetch-mode": "cors" }],
    ["a link on another site", { "sec-fetch-site": "cross-site" }],
    ["a link on a neighbouring site", { "sec-fetch-site": "same-site" }],
    ["a browser that fetches ahead", { "sec-purpose": "prefetch" }],
    ["a browser that does not say how", { "sec-fetch-dest": "" }],
  ])("is everybody's for %s", async (_who, headers) => {
    const { token } = await signInByWire(stage.platform.origin, "sunhao");
    const everybodys = await page({});
    const answer = await page({ ...OPENED, ...cookie(token), ...headers });
    expect(answer.text).toBe(everybodys.text);
    expect(answer.headers["cache-control"]).toBe("no-cache");
  });

  test("is everybody's again once the session has ended, and for who has no school", async () => {
    const { origin } = stage.platform;
    const everybodys = await page({});
    const { token } = await signInByWire(origin, "zhaoyifan");
    expect((await drawnPage(token)).text).toContain("赵一凡");
    await call(origin, "logout", {}, { token });
    expect((await page({ ...OPENED, ...cookie(token) })).text).toBe(everybodys.text);
    for (const account of ["wuguishu", "jiucheng"]) {
      const other = await signInByWire(origin, account);
      expect((await page({ ...OPENED, ...cookie(other.token) })).text).toBe(everybodys.text);
    }
  });

  test("shows the identity and the theme that the person has now, wherever they were chosen", async () => {
    const { origin } = stage.platform;
    const { token } = await signInByWire(origin, "liangdi");
    await call(origin, "editUser", { identity: "parent" }, { token });
    expect((await drawnPage(token)).text).toContain("is-parent theme-color");
    await call(origin, "saveSetting", { theme: "monochrome" }, { token });
    expect((await drawnPage(token)).text).toContain("is-parent theme-monochrome");
  });

  test.each(["home.html", "draw.js", "icons.json"])("%s is the server's own", async (file) => {
    expect((await get(`/platformEntry/server/${file}`, {})).status).toBe(404);
  });
});

/** Signs in without the page, opens home, and records the calls and layout shifts that follow. */
async function openHome(account: string) {
  const login = await signInByWire(stage.platform.origin, account);
  await drawnPage(login.token);
  const person = await newPerson(stage.browser);
  const asked: string[] = [];
  person.page.on("request", (sent) => asked.push(new URL(sent.url()).pathname));
  await person.page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        document.documentElement.dataset["moved"] = JSON.stringify(entry);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await openWithSession(person.page, stage.platform.page, login);
  await homeShown(person.page);
  await alive(person.page);
  return { ...person, login, asked };
}

const alive = (opened: Page) =>
  opened.waitForFunction(
    () => (window as { schoolgateBoot?: { started: boolean } }).schoolgateBoot?.started === true,
  );

const tilesOf = (opened: Page) => opened.locator("main section li").allInnerTexts();

describe("home", () => {
  test.each(PEOPLE)(
    "of %s lives without a call of its own, and nothing moves",
    async (account, name) => {
      const { context, page: opened, asked, faults } = await openHome(account);
      await opened.getByRole("heading", { name: new RegExp(`，${name}$`) }).waitFor();
      await opened.getByRole("link", { name: "意见反馈" }).waitFor();
      const calls = asked.filter((path) => /user\/detail|api\/apps|consent|waiting/.test(path));
      expect(calls).toEqual([]);
      expect(asked.filter((path) => path.includes("/icons/"))).toEqual([]);
      const left = await opened.evaluate(() => ({
        moved: document.documentElement.dataset["moved"],
        answers: document.getElementById("drawn-answers"),
        templates: document.querySelectorAll("template").length,
      }));
      expect(left).toEqual({ moved: undefined, answers: null, templates: 0 });
      // React says here what it found otherwise than drawn
      expect(faults).toEqual([]);
      for (const [screen, size] of Object.entries(SCREENS)) {
        await opened.setViewportSize(size);
        await takePicture(opened, `drawn-home-${account}-${screen}`);
      }
      await context.close();
    },
  );

  test("is the same that the page draws by itself", async () => {
    const { context, page: opened } = await openHome("sunhao");
    const drawn = await tilesOf(opened);
    // without the cookie the document is everybody's
    await context.clearCookies();
    await opened.reload();
    await homeShown(opened);
    expect(await tilesOf(opened)).toEqual(drawn);
    await expect.poll(() => opened.locator("main use").count()).toBeGreaterThan(drawn.length / 2);
    await context.close();
  });

  test("takes a press on a notice that was drawn before the notices' script came", async () => {
    const login = await signInByWire(stage.platform.origin, "chenjing");
    await drawnPage(login.token);
    const { context, page: opened, faults } = await newPerson(stage.browser);
    const pressed = Promise.withResolvers<void>();
    await context.route("**/assets/open-*.js", async (route) => {
      await pressed.promise;
      await route.continue();
    });
    await openWithSession(opened, stage.platform.page, login);
    await homeShown(opened);
    await alive(opened);
    const notice = opened.locator("#home-notices section").filter({ hasText: "赵一凡" });
    await notice.getByRole("button", { name: "以后再说" }).click();
    await notice.waitFor();
    pressed.resolve();
    await notice.waitFor({ state: "detached" });
    expect(faults).toEqual([]);
    await context.close();
  });

  test("covers no tile for good with a notice that comes late", async () => {
    const login = await signInByWire(stage.platform.origin, "chenjing");
    const { context, page: opened } = await newPerson(stage.browser, "phone");
    await openWithSession(opened, stage.platform.page, login, "#/profile");
    await opened.evaluate(() => (location.hash = "#/home/index"));
    await homeShown(opened);
    const notices = opened.locator("#home-notices");
    await notices.locator("section").first().waitFor();
    await opened.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const [tile, over] = await Promise.all([
      opened.locator("main section li").last().boundingBox(),
      notices.boundingBox(),
    ]);
    expect((tile?.y ?? Infinity) + (tile?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0);
    await takePicture(opened, "home-late-notices-phone");
    await context.close();
  });

  test("that was drawn for another session is never shown", async () => {
    const other = await signInByWire(stage.platform.origin, "linlan");
    const { context, page: opened, faults } = await openHome("sunhao");
    const url = stage.platform.origin;
    await context.addCookies([{ name: "token", value: other.token, url, httpOnly: true }]);
    await opened.reload();
    await opened.getByRole("heading", { name: /，孙浩$/ }).waitFor();
    await alive(opened);
    expect(await opened.content()).not.toContain("林岚");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("follows an identity that was chosen on another device", async () => {
    const { context, page: opened, login } = await openHome("linlan");
    const { origin } = stage.platform;
    await call(origin, "editUser", { identity: "teacher" }, { token: login.token });
    await drawnPage(login.token);
    await opened.reload();
    await homeShown(opened);
    await opened.waitForFunction(() => document.body.classList.contains("is-teacher"));
    await alive(opened);
    const kept = await opened.evaluate(() => localStorage.getItem("platform-entry"));
    expect(kept).toContain('"identity":"teacher"');
    await call(origin, "editUser", { identity: "manager" }, { token: login.token });
    await context.close();
  });

  test("tells any other page who the person is, and home keeps nothing of it", async () => {
    const { context, page: opened, login, asked, faults } = await openHome("linlan");
    await opened.goto("about:blank");
    asked.length = 0;
    await opened.goto(`${stage.platform.page}#/module/admin/people`);
    await opened.getByRole("table", { name: "人员" }).getByRole("link").first().waitFor();
    expect(asked.filter((path) => path.includes("user/detail"))).toEqual([]);
    await expect.poll(() => opened.locator("#drawn-answers").count()).toBe(0);
    // home asks for what only home had been told
    await opened.goto(`${stage.platform.page}#/home/index`);
    await homeShown(opened);
    await expect.poll(() => asked.filter((path) => path.includes("api/apps")).length).toBe(1);

    const { origin } = stage.platform;
    await call(origin, "editUser", { identity: "teacher" }, { token: login.token });
    await drawnPage(login.token);
    await opened.goto("about:blank");
    await opened.goto(`${stage.platform.page}#/inbox`);
    await opened.waitForFunction(() => document.body.classList.contains("is-teacher"));
    await call(origin, "editUser", { identity: "manager" }, { token: login.token });
    expect(faults).toEqual([]);
    await context.close();
  });

  test("leads to sign-in when the browser brings it back and the person has gone", async () => {
    const { context, page: opened } = await openHome("sunhao");
    await opened.evaluate(() => {
      // as another tab does, of which a page that was laid aside is not told
      localStorage.removeItem("token");
      window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    });
    await opened.waitForFunction(() => location.hash.startsWith("#/login"));
    expect(await opened.content()).not.toContain("孙浩");
    await context.close();
  });

  test("shows nobody meanwhile where a script that was on its way when the page was left never comes (Safari)", async () => {
    const { context, page: opened } = await openHome("sunhao");
    await connectionWatched(opened);
    // what would help after a while does not
    await opened.clock.install();
    await opened.clock.pauseAt(Date.now() + 60_000);
    let isAnew = false;
    const anew = opened.waitForRequest((request) => (isAnew ||= request.isNavigationRequest()));
    await opened.route("**/assets/*.js", async (route) => {
      if (isAnew) await route.continue();
    });
    await opened.evaluate(() => {
      localStorage.removeItem("token");
      window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    });
    await anew;
    await opened.clock.resume();
    await opened.getByRole("heading", { name: "登录学门" }).waitFor();
    expect(await opened.content()).not.toContain("孙浩");
    await context.close();
  });

  test("leads to sign-in when the person went in another tab before this one listened", async () => {
    const login = await signInByWire(stage.platform.origin, "sunhao");
    const { context, page: opened, faults } = await newPerson(stage.browser);
    const gone = Promise.withResolvers<void>();
    await context.route("**/assets/background-*.js", async (route) => {
      await gone.promise;
      await route.continue();
    });
    await openWithSession(opened, stage.platform.page, login);
    await homeShown(opened);
    await opened.evaluate(() => localStorage.removeItem("token"));
    gone.resolve();
    await opened.waitForFunction(() => location.hash.startsWith("#/login"));
    expect(faults).toEqual([]);
    await context.close();
  });

  test("opens what was pressed before it lived", async () => {
    const login = await signInByWire(stage.platform.origin, "sunhao");
    await drawnPage(login.token);
    const { context, page: opened, faults } = await newPerson(stage.browser);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await opened.route("**/assets/index-*.js", async (route) => {
      await held;
      await route.continue();
    });
    const opening = openWithSession(opened, stage.platform.page, login);
    const menu = opened.getByRole("button", { name: /个人菜单/ });
    await menu.click();
    await expect.poll(() => menu.getAttribute("aria-expanded")).toBe("false");
    release();
    await opening;
    await opened.getByRole("menuitem", { name: "退出登录" }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("keeps what was typed before it lived, and finds it", async () => {
    const login = await signInByWire(stage.platform.origin, "sunhao");
    await drawnPage(login.token);
    const { context, page: opened, faults } = await newPerson(stage.browser);
    const held = Promise.withResolvers<void>();
    await opened.route("**/assets/index-*.js", async (route) => {
      await held.promise;
      await route.continue();
    });
    const opening = openWithSession(opened, stage.platform.page, login);
    const field = opened.getByRole("combobox", { name: "搜索应用和资源" });
    await field.fill("备课");
    held.resolve();
    await opening;
    await opened.getByRole("option", { name: /备课/ }).first().waitFor();
    await expect.poll(() => field.inputValue()).toBe("备课");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("with a thousand apps is drawn as far as one sees, and whole when it lives", async () => {
    const { context, page: opened, login, faults } = await openHome("wangfang");
    const { text } = await drawnPage(login.token);
    const drawn = text.slice(0, text.indexOf("</template>"));
    expect(drawn.split("<li>").length).toBeLessThan(APPS / 2);
    expect(text).not.toContain(WICKED);
    await expect.poll(() => opened.locator("main section li").count()).toBeGreaterThanOrEqual(APPS);
    await expect
      .poll(() => opened.evaluate(() => document.documentElement.dataset["moved"]))
      .toBeUndefined();
    expect(faults).toEqual([]);
    await context.close();
  });
});
