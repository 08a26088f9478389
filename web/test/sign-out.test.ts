import type { BrowserContext, Page } from "playwright-core";
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

/** Opens a signed-in page with stored data of the person; its clock is stopped. */
async function signedIn(context?: BrowserContext): Promise<Page> {
  const page = await source.newPage(context);
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

/** Asks to sign out, and records when the server was notified. */
const signOut = (page: Page) =>
  page.evaluate(async () => {
    const { signOut: leave } =
      await window.load<typeof import("../src/session/logout.ts")>("session/logout.ts");
    void leave().then(() => (document.body.dataset["received"] = "yes"));
  });

const answered = (page: Page) => page.locator("body[data-received]").waitFor({ state: "attached" });

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

describe("SE-06: a call under way that the sign-out overtakes", () => {
  const REVOKED = {
    status: 401,
    body: { code: 401, data: { reason: "revoked" }, msg: "登录已失效" },
  };

  /** Makes a call whose answer waits until sign-out was notified, and returns what the page shows of it. */
  const sayOf = (page: Page) =>
    page.evaluate(async () => {
      const { get } = await window.load<typeof import("../src/api/client.ts")>("api/client.ts");
      const { toast } = await window.load<typeof import("../src/ui/toast.ts")>("ui/toast.ts");
      await get("/dt-platform/v1/anything").catch(() => {});
      return toast.current().map(({ text }) => text);
    });

  test("nothing is said of an account in use elsewhere, and the sign-out goes its way", async () => {
    const page = await signedIn();
    source.api.answer = ({ path }) => (path.endsWith("/logout") ? { data: {} } : REVOKED);
    await signOut(page);
    await answered(page);
    expect(await sayOf(page)).toEqual([]);
    expect((await left(page)).local).toContain("token");
    await page.clock.runFor(SIGN_OUT_DELAY_MS);
    expect(await left(page)).toMatchObject({ local: ["platform-entry"], tab: [], hash: "#/login" });
  });

  test("nor of the sign-out itself, where the session had ended before", async () => {
    const page = await signedIn();
    source.api.answer = () => REVOKED;
    await signOut(page);
    await answered(page);
    expect(await sayOf(page)).toEqual([]);
  });

  test("nor in another tab, which leaves silently", async () => {
    const page = await signedIn();
    const other = await signedIn(page.context());
    source.api.answer = ({ path }) => (path.endsWith("/logout") ? { data: {} } : REVOKED);
    await signOut(page);
    await answered(page);
    expect(await sayOf(other)).toEqual([]);
    expect((await left(other)).local).not.toContain("token");
    expect(await other.evaluate(() => sessionStorage.getItem("wanted-path"))).toBeNull();
  });

  test("a session that ends long after a sign-out that was cut short is said again", async () => {
    const page = await signedIn();
    source.api.answer = () => REVOKED;
    await page.evaluate(
      (at) => localStorage.setItem("signing-out", String(at)),
      Date.now() - 60_000,
    );
    expect(await sayOf(page)).toEqual(["账号已在其他地方登录，请重新登录"]);
  });
});

test("SE-06: a shell that has Tauri's global alone is told too", async () => {
  source.api.answer = () => ({ data: {} });
  const page = await signedIn();
  await page.evaluate(() => {
    const invoke = async (command: string, { message }: { message: { type: string } }) => {
      document.body.dataset[message.type] = command;
    };
    window.__TAURI__ = { core: { invoke } };
  });
  await signOut(page);
  await page.locator("body[data-logout=schoolgate_message]").waitFor({ state: "attached" });
});

test.each(["need-authorize", "authorized-error"])(
  "SE-07: the shell's %s signs out",
  async (name) => {
    const page = await source.newPage();
    const count = await page.evaluate(async (event) => {
      const { onShellSignOut } =
        await window.load<typeof import("../src/platform/shell.ts")>("platform/shell.ts");
      let received = 0;
      const stop = onShellSignOut(() => (received += 1));
      window.dispatchEvent(new CustomEvent(event));
      stop();
      window.dispatchEvent(new CustomEvent(event));
      return received;
    }, name);
    expect(count).toBe(1);
  },
);

test("a browser that refuses storage still signs in, for as long as the page lives", async () => {
  const page = await source.newPage();
  const kept = await page.evaluate(async () => {
    const refuse = () => {
      throw new DOMException("refused", "SecurityError");
    };
    Object.defineProperty(window, "localStorage", { get: refuse });
    const { localStore } =
      await window.load<typeof import("../src/platform/storage.ts")>("platform/storage.ts");
    localStore.write("token", "tok");
    const first = localStore.read("token");
    localStore.wipe();
    return [first, localStore.read("token")];
  });
  expect(kept).toEqual(["tok", null]);
});
