import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CallName } from "#contract";
import type { AppToSave } from "../../server/src/catalogue/entry.ts";
import { newPerson, openBrowser, takePicture } from "../harness/browser.ts";
import { startPlatform } from "../harness/platform.ts";
import { freePort } from "../../server/test/free-port.ts";
import { type Platform } from "../harness/run-server.ts";
import { homeShown, openSignedIn, signOutOnPage } from "../harness/steps.ts";
import { call } from "../harness/wire.ts";
import { startLtijs, type LtijsTool } from "./ltijs-tool.ts";
import { addApps } from "./more-apps.ts";
import { openTile, switchTo } from "./tiles.ts";

let platform: Platform;
let browser: Browser;
let tool: LtijsTool;
let origin: string;

beforeAll(async () => {
  origin = `http://127.0.0.1:${await freePort()}`;
  [browser, tool] = await Promise.all([openBrowser(), startLtijs(origin)]);
  platform = await startPlatform({}, (dataDir) => addApps(dataDir, [entry()]));
  await tool.meet(platform.origin, "characters");
});
afterAll(async () => {
  await browser.close();
  await platform.stop();
  await tool.stop();
});

/** Returns the entry that the school registers for the tool. */
function entry(): AppToSave {
  return {
    id: "characters",
    name: "识字乐园",
    category_id: "study",
    icon: "icons/virtual-lab.svg",
    icon_mono: "icons/virtual-lab-mono.svg",
    launch: "lti",
    url: `${origin}/`,
    roles: ["teacher", "student"],
    claims: ["name", "identity", "school", "classes"],
    approved: true,
    settings: {
      deployment_id: "1",
      login_initiation_url: `${origin}/login`,
      redirect_uris: [`${origin}/`],
      jwks_uri: `${origin}/keys`,
      deep_link_uri: `${origin}/`,
      names_and_roles: true,
      grades: true,
      custom: { edition: "2026" },
    },
  };
}

/** Makes a call as the page of this person does. */
async function callAs<N extends CallName>(
  page: Page,
  identity: string,
  name: N,
  input: Record<string, unknown>,
) {
  const token = await page.evaluate(() => localStorage.getItem("token") ?? "");
  const { body } = await call(platform.origin, name, input, { token, headers: { identity } });
  expect(body.msg).toBe("ok");
  return body.data;
}

describe("the demo's own tool", () => {
  test("opens signed in, by name, identity and class", async () => {
    const { context, page, faults } = await newPerson(browser);
    await openSignedIn(page, platform, "zhaoyifan");
    await homeShown(page);
    const tab = await openTile(context, page, "虚拟实验室");
    await tab.getByRole("heading", { name: "你好，赵一凡" }).waitFor();
    await expect.poll(() => tab.getByText("学生", { exact: true }).isVisible()).toBe(true);
    await expect.poll(() => tab.getByText("八年级（1）班").isVisible()).toBe(true);
    expect(tab.url()).toMatch(/\/virtual-lab$/);
    await takePicture(tab, "lti-demo-tool");
    await tab.reload();
    await tab.getByRole("heading", { name: "你好，赵一凡" }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe("ltijs", () => {
  test("takes the launch, reads the class and keeps grades; a replay is refused at both ends", async () => {
    const { context, page } = await newPerson(browser);
    await openSignedIn(page, platform, "linlan");
    await homeShown(page);
    await switchTo(page, "教师", "teacher");
    const asked = context.waitForEvent("request", (one) => one.url().includes("/lti/authorize?"));
    const posted = context.waitForEvent(
      "request",
      (one) => one.method() === "POST" && one.url() === `${origin}/`,
    );
    const tab = await openTile(context, page, "识字乐园");
    await tab.getByRole("heading", { name: "你好，林岚" }).waitFor();
    await expect.poll(() => tab.locator("#identity").innerText()).toBe("teacher");
    await takePicture(tab, "lti-ltijs");

    const report = tool.reports.at(-1);
    expect(report?.error).toBeUndefined();
    expect(report?.launched.platformContext).toMatchObject({
      roles: expect.arrayContaining([expect.stringMatching(/#Instructor$/)]),
      custom: { edition: "2026", identity: "teacher", school_name: "启明小学" },
    });
    const pupils = report?.members.filter(({ roles }) => roles[0]?.endsWith("#Learner")) ?? [];
    expect(pupils.length).toBeGreaterThan(20);
    expect(report?.members.map(({ user_id }) => user_id)).toContain(report?.launched.user);
    expect(report?.results).toMatchObject([
      { userId: pupils[0]?.user_id, resultScore: 45, resultMaximum: 50 },
    ]);
    expect(report?.lineItems).toBeGreaterThan(0);

    const again = await tab.goto((await asked).url());
    expect(again?.status()).toBe(400);
    await tab.getByRole("heading", { name: "这次打开已经失效" }).waitFor();
    await takePicture(tab, "lti-late");
    const cookies = await context.cookies(origin);
    const replay = await fetch(`${origin}/`, {
      method: "POST",
      body: (await posted).postData() ?? "",
      redirect: "manual",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
      },
    });
    expect(replay.status).toBe(401);
    await context.close();
  });

  test("content that a teacher chooses there is opened by the class", async () => {
    const teacher = await newPerson(browser);
    await openSignedIn(teacher.page, platform, "linlan");
    await homeShown(teacher.page);
    const { charge_classes: charged = [] } = await callAs(
      teacher.page,
      "teacher",
      "readUserDetail",
      {},
    );
    const class_id = charged[0]?.id ?? "";
    const input = { app_id: "characters", class_id };
    const { url } = await callAs(teacher.page, "teacher", "chooseContent", input);
    await teacher.page.goto(url);
    await teacher.page.getByRole("heading", { name: "已收下 1 项内容" }).waitFor();
    await expect.poll(() => teacher.page.getByText("“识字游戏”").isVisible()).toBe(true);
    await takePicture(teacher.page, "lti-chosen");
    await teacher.context.close();

    const pupil = await newPerson(browser, "phone");
    await openSignedIn(pupil.page, platform, "linxiaoman");
    await homeShown(pupil.page);
    const { contents } = await callAs(pupil.page, "student", "readContents", {});
    expect(contents).toMatchObject([{ title: "识字游戏", class_id }]);
    const opened = await callAs(pupil.page, "student", "openContent", { id: contents[0]?.id });
    await pupil.page.goto(opened.url);
    await pupil.page.getByRole("heading", { name: "你好，林小满" }).waitFor();
    const { launched } = tool.reports.at(-1) ?? {};
    expect(launched?.platformContext).toMatchObject({
      custom: { level: "1", edition: "2026", identity: "student" },
      resource: { title: "识字游戏" },
    });
    await pupil.context.close();
  });
});

test("a launch is of no use in a browser where its person has signed out", async () => {
  const { context, page } = await newPerson(browser);
  await openSignedIn(page, platform, "sunhao");
  await homeShown(page);
  const { url } = await callAs(page, "teacher", "launchApp", { app_id: "characters" });
  await signOutOnPage(page);
  await page.goto(url);
  await page.getByRole("heading", { name: "请先在学门里登录" }).waitFor();
  await context.close();
});

test("no secret is in what the platform printed", () => {
  expect(platform.output()).not.toMatch(/login_hint|id_token|access_token|eyJ[\w-]{20}/);
});
