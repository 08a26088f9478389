import { readdirSync, readFileSync } from "node:fs";
import type { Page, Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { IDENTITY_COLOURS, type Identity } from "#contract";
import { seriousFaults } from "../harness/axe.ts";
import { atRest, newPerson } from "../harness/browser.ts";
import { openFor, Stage, under } from "../harness/stage.ts";
import { call } from "../harness/wire.ts";
import { openSignedIn, openWithSession } from "../harness/steps.ts";
import { ROLES, SCREENS_OF, screensFor, type Found, type Role, type Screen } from "./screens.ts";
import { lookAtSizes, movements } from "./walk.ts";

const MODULES = new URL("../../modules/", import.meta.url);
/** The route table's two source files. */
const ROUTES = ["routes.ts", "further-routes.ts"].map((file) =>
  readFileSync(new URL(`../../web/src/app/${file}`, import.meta.url), "utf8"),
);

const TITLE_WITHIN_MS = 5000;
/** The time in ms without a request after which a screen stands. */
const QUIET_MS = 150;

/**
 * Roles of one colour sheet, of which one is searched for barriers where both have a screen: what the search reads is the
 * screen's code and its colours, and it is half of what a screen costs.
 */
const SEARCHED_AS: Partial<Record<Role, Role>> = { inner_admin: "admin" };

const stage = openFor(new Stage());

describe("the list of screens", () => {
  test("names every route", () => {
    const named = ROUTES.flatMap((text) => [...text.matchAll(/^ +name: "(\w+)"/gm)]);
    const routes = named.map(([, name = ""]) => name);
    expect(routes.length).toBeGreaterThan(10);
    expect(Object.keys(SCREENS_OF).toSorted()).toEqual(routes.toSorted());
    for (const screens of Object.values(SCREENS_OF)) expect(screens.length).toBeGreaterThan(0);
  });

  test("searches each screen in each colour", () => {
    for (const [role, other] of Object.entries(SEARCHED_AS)) {
      expect(IDENTITY_COLOURS[role as Identity]).toBe(IDENTITY_COLOURS[other as Identity]);
    }
  });

  test("names every module", () => {
    const modules = readdirSync(MODULES, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith("manifest.json"))
      .map((path) => path.split("/")[0]);
    const walked = SCREENS_OF.Module.map(({ path }) => String(path).split("/")[2]);
    expect(modules.filter((name) => !walked.includes(name))).toEqual([]);
  });
});

/** The time-out in ms: all roles visit some two hundred screens at once, each in several sizes. */
const SUITE_TIMEOUT_MS = 300_000;

describe("every screen, in every role", { concurrent: true, timeout: SUITE_TIMEOUT_MS }, () => {
  test.each(Object.keys(ROLES) as Role[])("%s", async (role) => {
    const { context, page, faults } = await newPerson(stage.browser);
    await page.emulateMedia({ reducedMotion: "reduce" });
    const devtools = await context.newCDPSession(page);
    const found = await findThings(role, page);
    const wrong: string[] = [];
    for (const screen of screensFor(role)) {
      const release = await open(page, screen, found);
      await atRest(context, { held: screen.held, forMs: QUIET_MS });
      const said = await page.title();
      if (said !== screen.title) wrong.push(`${screen.name}: its title is ${said}`);
      const moving = await movements(page);
      wrong.push(...moving.map((what) => `${screen.name}: moves: ${what}`));
      const other = SEARCHED_AS[role];
      const barriers = other && screen.who.includes(other) ? [] : await seriousFaults(page);
      wrong.push(...barriers.map((what) => `${screen.name}: ${what}`));
      wrong.push(...(await lookAtSizes(page, devtools, role, screen.name)));
      await release();
    }
    expect([...wrong, ...faults]).toEqual([]);
    await context.close();
  });
});

/** Signs the role's person in, and creates the things that their screens show. */
async function findThings(role: Role, page: Page): Promise<Found> {
  const found: Found = { lesson: "", thread: "", qrCode: "", login: null };
  const account = ROLES[role];
  if (account === null) {
    await page.goto(stage.platform.page);
    return found;
  }
  const login = await openSignedIn(page, stage.platform, account);
  if (role === "no-school") return found;
  const { token } = login;
  const { origin } = stage.platform;
  const lessons = await call(origin, "searchContent", { keyword: "分数" }, { token });
  const thread = await call(
    origin,
    "createFeedback",
    { kind: "question", title: "课程表打不开", content: "点了以后一直转圈，换了一台电脑也一样。" },
    { token },
  );
  const code = await call(origin, "createQrCode");
  return {
    login,
    lesson: lessons.body.data.items[0]?.id ?? "",
    thread: thread.body.data.id,
    qrCode: code.body.data.content.split("/").at(-1) ?? "",
  };
}

/** Opens a screen; returns a function that releases the requests held back. */
async function open(page: Page, { path, title, held, host }: Screen, found: Found) {
  const stuck: Route[] = [];
  // A page that would be left for another one stays when there is no content there.
  const hold = (route: Route) =>
    route.request().isNavigationRequest() ? route.fulfill({ status: 204 }) : void stuck.push(route);
  if (host !== undefined && found.login !== null) {
    await openWithSession(page, under(stage.platform, host).page, found.login);
  }
  if (held !== undefined) await page.route(held, hold);
  const hash = `#${typeof path === "string" ? path : path(found)}`;
  await page.evaluate((to) => (window.location.hash = to), hash);
  await page
    .waitForFunction((wanted) => document.title === wanted, title, { timeout: TITLE_WITHIN_MS })
    .catch(() => {});
  await page.locator("h1, main").first().waitFor();
  return async () => {
    await Promise.all(stuck.map((route) => route.abort()));
    if (held !== undefined) await page.unroute(held);
  };
}
