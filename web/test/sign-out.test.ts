import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { SIGN_OUT_CALL_TIMEOUT_MS, SIGN_OUT_DELAY_MS } from "../src/session/logout.ts";
import { BROWSER_TEST_TIMEOUT_MS } from "./browser.ts";
import { openSourcePage, stopClock, type SourcePage } from "./source-page.ts";

vi.setConfig({ testTimeout: BROWSER_TEST_TIMEOUT_MS });

let source: SourcePage;
beforeAll(async () => {
  source = await openSourcePage();
}, 60_000);
afterAll(() => source.close());

const ENTRY = {
  global: { apiServer: "", user: { identity: "teacher" } },
  accounts: [{ username: "linlan", password: "credential", needRemeber: true }],
};

/** A signed-in page that still has things of the person lying about; its clock stands still. */
async function signedIn(): Promise<Page> {
  const page = await source.newPage();
  await page.evaluate(async (entry) => {
    localStorage.setItem("token", "tok");
    localStorage.setItem("auth_data", '{"user_id":"1","identity":"teacher","permissions":[]}');
    localStorage.setItem("platform-entry", JSON.stringify(entry));
    localStorage.setItem("left", "x");
    sessionStorage.setItem("left", "x");
    location.hash = "/home/index";
    const platform = await window.load<typeof import("../src/session/platform-entry.ts")>(
      "session/platform-entry.ts",
    );
    const session =
      await window.load<typeof import("../src/session/session.ts")>("session/session.ts");
    const api = await window.load<typeof import("../src/app/connect-api.ts")>("app/connect-api.ts");
    platform.loadPlatformEntry();
    session.restoreSession();
    api.connectApi();
  }, ENTRY);
  await stopClock(page);
  return page;
}

/** Asks to sign out, and marks when the server has been heard. */
const signOut = (page: Page) =>
  page.evaluate(async () => {
    const { signOut: leave } =
      await window.load<typeof import("../src/session/logout.ts")>("session/logout.ts");
    void leave().then(() => (document.body.dataset["heard"] = "yes"));
  });

const answered = (page: Page) => page.locator("body[data-heard]").waitFor({ state: "attached" });

const left = (page: Page) =>
  page.evaluate(() => ({
    local: Object.keys(localStorage).toSorted(),
    tab: Object.keys(sessionStorage),
    hash: location.hash,
    entry: JSON.parse(localStorage.getItem("platform-entry") ?? "null") as unknown,
  }));

describe("SE-06", () => {
  beforeEach(() => {
    source.api.seen.length = 0;
    source.api.answer = () => ({ data: {} });
  });

  test("calls the server, and 300 ms after its answer leaves only the platform entry", async () => {
    const page = await signedIn();
    await signOut(page);
    await answered(page);
    expect(source.api.seen[0]?.headers).toMatchObject({ authorization: "Bearer tok" });

    await page.clock.runFor(SIGN_OUT_DELAY_MS - 1);
    expect((await left(page)).local).toContain("token");
    await page.clock.runFor(1);
    expect(await left(page)).toMatchObject({
      local: ["platform-entry"],
      tab: [],
      hash: "#/login",
      entry: ENTRY,
    });
  });

  test("asked for several times it happens once", async () => {
    const page = await signedIn();
    await signOut(page);
    await signOut(page);
    await answered(page);
    await page.clock.runFor(SIGN_OUT_DELAY_MS);
    expect(source.api.paths()).toEqual(["POST /dt-platform/v1/sso/api/logout"]);
    expect((await left(page)).hash).toBe("#/login");
  });

  test("a server that does not answer keeps nobody signed in", async () => {
    const page = await signedIn();
    source.api.answer = () => new Promise(() => {});
    await signOut(page);
    await expect.poll(() => source.api.seen.length).toBe(1);
    await page.clock.runFor(SIGN_OUT_CALL_TIMEOUT_MS);
    await page.clock.runFor(SIGN_OUT_DELAY_MS);
    expect((await left(page)).local).toEqual(["platform-entry"]);
  });

  test("nor does one that refuses", async () => {
    const page = await signedIn();
    source.api.answer = () => ({ status: 500, body: { code: 50000, data: null, msg: "" } });
    await signOut(page);
    await answered(page);
    await page.clock.runFor(SIGN_OUT_DELAY_MS);
    expect((await left(page)).local).toEqual(["platform-entry"]);
  });
});

test.each(["need-authorize", "authorized-error"])(
  "SE-07: the shell's %s signs out",
  async (name) => {
    const page = await source.newPage();
    const count = await page.evaluate(async (event) => {
      const { onShellSignOut } =
        await window.load<typeof import("../src/platform/shell.ts")>("platform/shell.ts");
      let heard = 0;
      const stop = onShellSignOut(() => (heard += 1));
      window.dispatchEvent(new CustomEvent(event));
      stop();
      window.dispatchEvent(new CustomEvent(event));
      return heard;
    }, name);
    expect(count).toBe(1);
  },
);
