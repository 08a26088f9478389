import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { BROWSER_TEST_TIMEOUT_MS } from "./browser.ts";
import type { Answer } from "./page-server.ts";
import { openSourcePage, type SourcePage } from "./source-page.ts";

vi.setConfig({ testTimeout: BROWSER_TEST_TIMEOUT_MS });

let source: SourcePage;
beforeAll(async () => {
  source = await openSourcePage();
}, 60_000);
afterAll(() => source.close());
beforeEach(() => {
  source.api.seen.length = 0;
});

const refuse = (status: number, code: number, msg: string): Answer => ({
  status,
  body: { code, data: null, msg },
});

/** A page at `path`, signed in or not, that answers for its failed calls as the product does. */
async function pageAt(path: string, token: string | null): Promise<Page> {
  const page = await source.newPage();
  await page.evaluate(
    async ([hash, kept]) => {
      if (kept !== null) localStorage.setItem("token", kept);
      localStorage.setItem("auth_data", '{"user_id":"lin","identity":null,"permissions":[]}');
      localStorage.setItem("platform-entry", '{"global":{"apiServer":""}}');
      location.hash = hash;
      const entry = await window.load<typeof import("../src/session/platform-entry.ts")>(
        "session/platform-entry.ts",
      );
      const session =
        await window.load<typeof import("../src/session/session.ts")>("session/session.ts");
      const { connectApi } =
        await window.load<typeof import("../src/app/connect-api.ts")>("app/connect-api.ts");
      entry.loadPlatformEntry();
      session.restoreSession();
      connectApi();
    },
    [path, token] as const,
  );
  return page;
}

/** Makes a call and returns what the page shows and keeps after it. */
const afterCall = (page: Page, needCheckToken = false) =>
  page.evaluate(async (needs) => {
    const { get } = await window.load<typeof import("../src/api/client.ts")>("api/client.ts");
    const { toast } = await window.load<typeof import("../src/ui/toast.ts")>("ui/toast.ts");
    const { session } =
      await window.load<typeof import("../src/session/session.ts")>("session/session.ts");
    const call = get("/dt-platform/v1/anything", {}, { needCheckToken: needs });
    const rejected = await call.then(
      () => null,
      (error: Error) => error.name,
    );
    return {
      rejected,
      toasts: toast.current().map(({ text }) => text),
      kept: localStorage.getItem("token"),
      token: session.getState().token,
      wanted: sessionStorage.getItem("wanted-path"),
      hash: location.hash,
    };
  }, needCheckToken);

const signInAgain = (page: Page) =>
  page.evaluate(async () => {
    const { session } =
      await window.load<typeof import("../src/session/session.ts")>("session/session.ts");
    session.setState({ token: "newer" });
  });

const ENDED = refuse(401, 401, "登录已过期，请重新登录");

describe("ER-01: the session ended", () => {
  test("the exact words, the token is cleared, the place is kept for the same person", async () => {
    source.api.answer = () => ENDED;
    const page = await pageAt("/home/index", "tok");
    expect(await afterCall(page)).toMatchObject({
      rejected: "ApiError",
      toasts: ["账号已在其他地方登录，请重新登录"],
      kept: null,
      token: null,
      wanted: '{"path":"/home/index","userId":"lin"}',
    });
  });

  test("a late answer to an older session ends nothing", async () => {
    const page = await pageAt("/home/index", "tok");
    source.api.answer = async () => {
      await signInAgain(page);
      return ENDED;
    };
    expect(await afterCall(page)).toMatchObject({
      toasts: [],
      token: "newer",
    });
  });
});

describe("ER-02, ER-04: other failures", () => {
  test.each([
    [
      "a refusal",
      refuse(409, 40900, "内容已被他人更改，请刷新后重试"),
      "内容已被他人更改，请刷新后重试",
    ],
    ["a fault", refuse(500, 50000, "服务出现故障，请稍后再试"), "服务出现故障，请稍后再试"],
  ])("%s is shown", async (_, answer, text) => {
    source.api.answer = () => answer;
    const page = await pageAt("/home/index", "tok");
    expect(await afterCall(page)).toMatchObject({ toasts: [text], token: "tok" });
  });

  test("so is a server that cannot be reached", async () => {
    const page = await pageAt("/home/index", "tok");
    await page.route("**/anything**", (route) => route.abort());
    expect(await afterCall(page)).toMatchObject({
      rejected: "NetworkError",
      toasts: ["网络连接失败，请检查网络后重试"],
    });
  });
});

describe("ER-05: without a token", () => {
  test.each([
    ["an ended session", ENDED],
    ["a refusal", refuse(400, 40001, "x")],
    ["a fault", refuse(503, 50300, "x")],
  ])("on Login nothing is shown of %s", async (_, answer) => {
    source.api.answer = () => answer;
    const page = await pageAt("/login", null);
    expect(await afterCall(page)).toMatchObject({
      rejected: "ApiError",
      toasts: [],
      hash: "#/login",
    });
  });

  test("a call that needs a token leads to Login and keeps the place", async () => {
    const page = await pageAt("/agreement/user", null);
    expect(await afterCall(page, true)).toMatchObject({
      rejected: "ApiError",
      hash: "#/login",
      wanted: '{"path":"/agreement/user","userId":null}',
    });
    expect(source.api.seen).toEqual([]);
  });
});
