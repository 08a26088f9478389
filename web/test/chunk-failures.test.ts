import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { BROWSER_TEST_TIMEOUT_MS } from "./browser.ts";
import { openBuiltPage, type BuiltPage } from "./built-page.ts";

vi.setConfig({ testTimeout: BROWSER_TEST_TIMEOUT_MS });

const BUILD_TIMEOUT_MS = 120_000;
const CHUNK_TIMEOUT_MS = 120_000;
const REPORT = "/dt-platform/v1/log-management/event/report";

let built: BuiltPage;
let chunk: { script: string; style: string };
beforeAll(async () => {
  built = await openBuiltPage();
  const manifest = JSON.parse(built.files.get("manifest.json") ?? "{}") as Record<
    string,
    { file: string; css: string[] }
  >;
  const page = manifest["src/features/forgot-password/page.tsx"];
  chunk = { script: page?.file ?? "", style: page?.css[0] ?? "" };
}, BUILD_TIMEOUT_MS);
afterAll(() => built.close());
beforeEach(() => {
  built.api.seen.length = 0;
  built.api.answer = () => ({ data: { accepted: 1 } });
});

const abort = (route: Route) => route.abort();
const notFound = (route: Route) => route.fulfill({ status: 404, body: "" });
const otherPage = (route: Route) =>
  route.fulfill({ status: 200, contentType: "text/html", body: "<!doctype html>" });
const never = () => {};

/** What was told to the operator. */
async function reported(): Promise<Record<string, unknown>> {
  const report = () => built.api.seen.find(({ path }) => path === REPORT);
  await expect.poll(report).toBeDefined();
  return JSON.parse(report()?.body ?? "{}") as Record<string, unknown>;
}

const failurePage = (page: Page) => page.getByRole("alert").filter({ hasText: "页面没有加载成功" });

describe("ER-06: a chunk that does not come", () => {
  test.each([
    ["script", "error", "a broken connection", abort],
    ["script", "error", "404", notFound],
    ["script", "missing", "another page in its place", otherPage],
    ["style", "error", "a broken connection", abort],
    ["style", "error", "404", notFound],
    ["style", "missing", "another page in its place", otherPage],
  ] as const)("%s, %s: %s", async (kind, type, _, fail) => {
    const { page } = await built.newPage();
    await page.goto(built.address);
    await page.getByRole("button", { name: "显示密码" }).waitFor();
    const file = chunk[kind];
    await page.route(`**/${file}`, fail);
    await page.getByRole("link", { name: "忘记密码" }).click();
    await failurePage(page).waitFor();

    const { event, detail } = await reported();
    expect(event).toBe("chunk-failure");
    expect(detail).toMatchObject({
      type,
      request: `${built.address}${file}`,
      ...(kind === "style" && { code: "CSS_CHUNK_LOAD_FAILED" }),
    });

    await page.unroute(`**/${file}`);
    await page.getByRole("button", { name: "重试" }).click();
    await page.getByRole("heading", { name: "忘记密码" }).waitFor();
    expect(await page.title()).toBe("忘记密码");
  });

  test.each(["script", "style"] as const)("%s, timeout: no answer for 120 s", async (kind) => {
    const { page } = await built.newPage();
    await page.clock.install();
    await page.goto(built.address);
    await page.getByRole("button", { name: "显示密码" }).waitFor();
    const asked = page.waitForRequest(`**/${chunk[kind]}`);
    await page.route(`**/${chunk[kind]}`, never);
    await page.getByRole("link", { name: "忘记密码" }).click();
    await asked;
    await page.clock.runFor(CHUNK_TIMEOUT_MS);
    await failurePage(page).waitFor();
    expect((await reported())["detail"]).toMatchObject({ type: "timeout" });
  });

  test("the other pages go on working", async () => {
    const { page } = await built.newPage();
    await page.goto(built.address);
    await page.getByRole("button", { name: "显示密码" }).waitFor();
    await page.route(`**/${chunk.script}`, abort);
    await page.getByRole("link", { name: "忘记密码" }).click();
    await failurePage(page).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "登录学门" }).waitFor();
  });
});

describe("ER-06: the core that does not come", () => {
  test("is told by the page and to the operator, and 重试 loads it", async () => {
    const { page } = await built.newPage();
    await page.route(/assets\/core-.*\.js/, abort);
    await page.goto(built.address);
    await failurePage(page).waitFor();
    expect(await reported()).toMatchObject({ event: "chunk-failure", detail: { type: "error" } });
    await page.unroute(/assets\/core-.*\.js/);
    await page.getByRole("button", { name: "重试" }).click();
    await page.getByRole("button", { name: "显示密码" }).waitFor();
  });

  test("within 120 s", async () => {
    const { page } = await built.newPage();
    await page.clock.install();
    await page.route(/assets\/core-.*\.js/, never);
    await page.goto(built.address, { waitUntil: "commit" });
    await page.getByRole("heading", { name: "登录学门" }).waitFor();
    await page.clock.runFor(CHUNK_TIMEOUT_MS);
    await failurePage(page).waitFor();
    expect(await reported()).toMatchObject({ detail: { type: "timeout" } });
  });
});
