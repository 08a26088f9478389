import type { Locator, Page, Route } from "playwright-core";
import type { LoginAnswer } from "#contract";
import { newPerson, type Screen } from "./browser.ts";
import type { Platform } from "./run-server.ts";
import type { Stage } from "./stage.ts";
import { DEMO_PASSWORD, signInByWire } from "./wire.ts";

/**
 * Opens the page with a session from `wire.ts`, as a returning person finds it. Only journeys about signing in fill in
 * the form: that costs another page load.
 */
export async function openSignedIn(
  page: Page,
  platform: Pick<Platform, "origin" | "page">,
  account: string,
  hash = "",
): Promise<LoginAnswer> {
  const login = await signInByWire(platform.origin, account);
  await openWithSession(page, platform.page, login, hash);
  return login;
}

/** Opens the page with an existing session, at home or at a hash. */
export async function openWithSession(
  page: Page,
  address: string,
  { token, auth_data }: LoginAnswer,
  hash = "",
): Promise<void> {
  const url = new URL(address).origin;
  await page.context().addCookies([{ name: "token", value: token, url, httpOnly: true }]);
  // written before the page's own scripts run: a document only to write from would cost a sixth of the page
  const written = await page.addInitScript(
    ([origin, key, data]) => {
      if (location.origin !== origin) return;
      localStorage.setItem("auth_data", data);
      localStorage.setItem("token", key);
    },
    [url, token, JSON.stringify(auth_data)] as const,
  );
  // to another hash of the same document nothing would be loaded
  if (page.url() !== "about:blank") await page.goto("about:blank");
  await page.goto(`${address}${hash}`);
  await written.dispose();
  await page.waitForFunction(() => !location.hash.startsWith("#/login") && location.hash !== "");
}

/** Fills the sign-in form as a person does, agreeing to the agreements, and waits for what follows. */
export async function signInOnPage(
  page: Page,
  platform: Platform,
  account: string,
  { remember = false } = {},
): Promise<void> {
  await page.goto(platform.page);
  await fillSignIn(page, account, { remember });
}

/** Does the same at the form that the page shows, without loading it anew. */
export async function fillSignIn(
  page: Page,
  account: string,
  { remember = false } = {},
): Promise<void> {
  await page.getByLabel("账号", { exact: true }).fill(account);
  await page.getByLabel("密码", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("checkbox", { name: /我已阅读并同意/ }).check();
  if (remember) await page.getByRole("checkbox", { name: "记住账号" }).check();
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.waitForFunction(() => !location.hash.startsWith("#/login") && location.hash !== "");
}

/** Waits until home shows its dock, and for a server-rendered one until it is hydrated. */
export async function homeShown(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "快捷应用", exact: true }).waitFor();
  await page.waitForFunction(() => window.schoolgateBoot?.started !== false);
}

/** Opens the home of a demo person, as they find it when they return. */
export async function openHome(
  { browser, platform }: Pick<Stage, "browser" | "platform">,
  account: string,
  screen?: Screen,
): ReturnType<typeof newPerson> {
  const person = await newPerson(browser, screen);
  await openSignedIn(person.page, platform, account);
  await homeShown(person.page);
  return person;
}

export async function openPersonMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: /个人菜单/ }).click();
}

/** Chooses an entry of the open menu. */
export async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole("menuitem", { name }).or(page.getByRole("menuitemradio", { name })).click();
}

/** Returns the words in elements that show them only in part. */
export function cutWords(elements: Locator): Promise<string[]> {
  return elements.evaluateAll((all) =>
    all.flatMap((one) => {
      const isWords = [...one.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const { overflow, fontSize } = getComputedStyle(one);
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = one;
      // a letter is a little higher than a tight line
      const isHigher = scrollHeight - clientHeight > Number.parseFloat(fontSize) / 2;
      const isOver = isHigher || scrollWidth > clientWidth + 1;
      return isWords && overflow !== "visible" && isOver ? (one.textContent ?? "") : [];
    }),
  );
}

export async function signOutOnPage(page: Page): Promise<void> {
  await openPersonMenu(page);
  await choose(page, "退出登录");
  await page.waitForFunction(() => location.hash.startsWith("#/login"));
}

/** Returns the names of the quick apps in the dock, in order. */
export async function dockNames(page: Page): Promise<string[]> {
  const dock = page.getByRole("region", { name: "快捷应用" });
  const names = await dock.getByRole("listitem").allInnerTexts();
  return names.map((name) => name.split("\n")[0]?.trim() ?? "");
}

/** Returns the content of local and session storage as JSON. */
export function storedText(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
}

/** Moves by arrow keys to an entry of the list under the focused field, and presses Enter. */
export async function arrowTo(page: Page, name: RegExp): Promise<void> {
  const options = page.getByRole("option");
  await options.filter({ hasText: name }).waitFor();
  // what is found late comes in between
  for (let pressed = 0; pressed < 20; pressed += 1) {
    const active = page.locator('[role="option"][aria-selected="true"]');
    if (name.test(await active.innerText())) break;
    await page.keyboard.press("ArrowUp");
  }
  await page.keyboard.press("Enter");
}

/** Resolves when the page watches its connection to the platform: that comes when a browser has nothing else to do. */
export async function connectionWatched(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset["connection"] !== undefined);
}

/** Has the next request to a path done, and its answer lost on the line. */
export async function loseAnswer(page: Page, path: string): Promise<void> {
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort("connectionreset");
  };
  await page.route(`**${path}?*`, lose, { times: 1 });
}
