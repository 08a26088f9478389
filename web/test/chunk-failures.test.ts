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
/** The built script of a source file, or of a chunk by name. */
let fileOf: (source: string) => string;
beforeAll(async () => {
  built = await openBuiltPage();
  const manifest = JSON.parse(built.files.get("manifest.json") ?? "{}") as Record<
    string,
    { file: string; name: string; css: string[] }
  >;
  const named = (wanted: string) => Object.values(manifest).find(({ name }) => name === wanted);
  fileOf = (source) =>
    (manifest[source] ?? named(source))?.file ?? expect.fail(`${source} is no chunk`);
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

/** Returns the report to the operator that holds these words; pages of earlier tests may still send theirs. */
async function reported(words: string): Promise<Record<string, unknown>> {
  const report = () =>
    built.api.seen.find(({ path, body }) => path === REPORT && body.includes(words));
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

    const { event, detail } = await reported(file);
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
    expect((await reported(chunk[kind]))["detail"]).toMatchObject({ type: "timeout" });
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

const SCHOOL = { id: "s", name: "启明小学", logo: null, is_abled: true, identity: "student" };
const APP = {
  id: "a",
  category_id: "c",
  name: "作业",
  description: "",
  icon: "icons/homework.svg",
  icon_mono: "icons/homework-mono.svg",
  launch: "link",
  url: "https://app.example/",
  opens_in: "tab",
  display_status: "display",
  roles: [],
  clients: [],
  sort: 1,
  badge: "",
  pinyin: "zuo ye",
};
const ANSWERS: Readonly<Record<string, unknown>> = {
  "/dt-platform/v1/user/user/detail": {
    id: "1",
    name: "林小满",
    identity: "student",
    roles: ["student"],
    identities: [{ id: "m", type: "student" }],
    school: SCHOOL,
    schools: [SCHOOL],
    classes: [],
    app_ids: [],
    setting: { theme: "color", view: "icon", eye_protection: { mode: true, interval: 30 } },
  },
  "/dt-platform/v1/app/api/apps": {
    apps: [APP, { ...APP, id: "b", name: "成绩", launch: "ticket" }],
    theme: "color",
    category: [{ id: "c", name: "学习", sort: 1 }],
    recent_app_ids: [],
  },
};

/** Home of a pupil, where the script of `source` does not come. */
async function homeWithout(source: string) {
  built.api.answer = ({ path }) => ({ data: ANSWERS[path] ?? { accepted: 1 } });
  const { page } = await built.newPage();
  // asked for again it has another address
  const file = `**/${fileOf(source)}*`;
  await page.route(file, abort);
  await page.addInitScript(() => localStorage.setItem("token", "tok"));
  await page.goto(built.address);
  await page.getByRole("heading", { name: "快捷应用", exact: true }).waitFor();
  const failure = page.getByRole("alert").filter({ hasText: "没有加载成功" });
  return {
    page,
    failure,
    async tryAgain() {
      await page.unroute(file);
      await failure.getByRole("button", { name: "重试" }).click();
    },
  };
}

describe("ER-06: a small piece that does not come fails alone, and is tried again", () => {
  const homeStands = (page: Page) =>
    page.getByRole("heading", { name: "快捷应用", exact: true }).isVisible();

  test("the tools of the bar", async () => {
    const source = "src/features/home/bar-tools.tsx";
    const { page, failure, tryAgain } = await homeWithout(source);
    await failure.waitFor();
    expect(await homeStands(page)).toBe(true);
    expect((await reported(fileOf(source)))["detail"]).toMatchObject({
      type: "error",
      request: `${built.address}${fileOf(source)}`,
    });
    await tryAgain();
    await page.getByRole("link", { name: /反馈/ }).waitFor();
    expect(await failure.count()).toBe(0);
  });

  test("a menu", async () => {
    const { page, failure, tryAgain } = await homeWithout("src/features/home/account-panel.tsx");
    await page.getByRole("button", { name: /个人菜单/ }).click();
    await failure.waitFor();
    expect(await homeStands(page)).toBe(true);
    await tryAgain();
    await page.getByRole("menuitem", { name: "退出登录" }).waitFor();
  });

  test("what the search found", async () => {
    const { page, failure, tryAgain } = await homeWithout("src/features/home/search-panel.tsx");
    await page.getByRole("combobox", { name: "搜索应用和资源" }).fill("作业");
    await failure.waitFor();
    expect(await homeStands(page)).toBe(true);
    await tryAgain();
    await page.getByRole("option", { name: "作业 学习" }).waitFor();
  });

  test("one of two files in a script: what opens an app", async () => {
    const { page } = await homeWithout("launch");
    const press = () => page.getByRole("button", { name: "成绩" }).click();
    await press();
    await page.getByText("没有加载成功，请检查网络后重试").waitFor();
    await page.unroute(`**/${fileOf("launch")}*`);
    await press();
    const asks = ({ path }: { path: string }) => path.endsWith("/sso/api/app/auth");
    await expect.poll(() => built.api.seen.some(asks)).toBe(true);
  });

  test("a further way to sign in, pressed again", async () => {
    built.api.answer = () => ({ status: 400, body: { code: 40002, data: null, msg: "没有" } });
    const { page } = await built.newPage();
    const file = `**/${fileOf("src/features/login/on-demand.ts")}*`;
    await page.route(file, abort);
    await page.goto(built.address);
    const way = page.getByRole("button", { name: "扫码登录" });
    await way.click();
    await reported(fileOf("src/features/login/on-demand.ts"));
    await page.unroute(file);
    await way.click();
    await page.getByRole("dialog", { name: "扫码登录" }).waitFor();
  });

  test("a dialog", async () => {
    const source = "src/features/eye-care/settings-dialog.tsx";
    const { page, failure, tryAgain } = await homeWithout(source);
    await page.getByRole("button", { name: /个人菜单/ }).click();
    await page.getByRole("menuitem", { name: "护眼设置" }).click();
    await failure.waitFor();
    expect(await homeStands(page)).toBe(true);
    await tryAgain();
    await page.getByRole("dialog").waitFor();
  });
});

describe("ER-06: the core that does not come", () => {
  test.each([
    ["404", "error", notFound],
    ["another page in its place", "missing", otherPage],
    [
      "a script that cannot be read",
      "error",
      (route: Route) => route.fulfill({ contentType: "text/javascript", body: "export {" }),
    ],
  ] as const)("%s: it is told at once, by name", async (_, type, fail) => {
    const { page } = await built.newPage();
    await page.clock.install();
    const core = [...built.files.keys()].find((name) => /^assets\/index-.*\.js$/.test(name));
    await page.route(/assets\/index-.*\.js/, fail);
    await page.goto(built.address);
    const request = `${built.address}${core}`;
    await failurePage(page).getByText(`${type} ${request}`).waitFor();
    expect(await reported(request)).toMatchObject({
      event: "chunk-failure",
      detail: { type, request },
    });
    await page.unroute(/assets\/index-.*\.js/);
    await page.getByRole("button", { name: "重试" }).click();
    await page.getByRole("button", { name: "显示密码" }).waitFor();
  });

  test("is told by the page and to the operator, and 重试 loads it", async () => {
    const { page } = await built.newPage();
    await page.route(/assets\/index-.*\.js/, abort);
    await page.goto(built.address);
    await failurePage(page).waitFor();
    expect(await reported("/index-")).toMatchObject({
      event: "chunk-failure",
      detail: { type: "error" },
    });
    await page.unroute(/assets\/index-.*\.js/);
    await page.getByRole("button", { name: "重试" }).click();
    await page.getByRole("button", { name: "显示密码" }).waitFor();
  });

  test("within 120 s", async () => {
    const { page } = await built.newPage();
    await page.clock.install();
    await page.route(/assets\/index-.*\.js/, never);
    await page.goto(built.address, { waitUntil: "commit" });
    await page.getByRole("heading", { name: "登录学门" }).waitFor();
    await page.clock.runFor(CHUNK_TIMEOUT_MS);
    await failurePage(page).waitFor();
    const request = new URL(built.address).pathname;
    expect(await reported(`"${request}"`)).toMatchObject({ detail: { type: "timeout", request } });
  });
});
