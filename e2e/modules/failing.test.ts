import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newPerson } from "../harness/browser.ts";
import { homeShown, openSignedIn } from "../harness/steps.ts";
import { failure, log, open, openStage, serveProbe, type Seen } from "./stage.ts";

const CONFIG = new URL("../../web/public/config.json", import.meta.url);
const stage = openStage();

describe("a module that cannot be opened", () => {
  test("one that is unknown, by whatever name: a way home, and a report", async () => {
    const { context, page, events } = await stage.signedIn();
    for (const name of ["nowhere", "No_Name"]) {
      events.length = 0;
      await open(page, `/module/${name}`);
      await failure(page).getByText("找不到这个页面").waitFor();
      await expect.poll(() => page.title()).toBe("找不到这个页面");
      await expect
        .poll(() => events.filter((event) => event.includes("module-unknown")))
        .toHaveLength(1);
      await failure(page).getByRole("link", { name: "返回首页" }).click();
      await homeShown(page);
    }
    await context.close();
  });

  test("one whose permission the person lacks: nothing opens, and it is said (GD-03)", async () => {
    const { context, page, events } = await stage.signedIn();
    await serveProbe(context, { permission: "debug" });
    await page.evaluate(() => {
      addEventListener("unauthorized", () => {
        (window as unknown as Seen).probe = ["unauthorized"];
      });
    });
    await open(page, "/module/probe");
    await page.getByRole("status").getByText("没有权限").waitFor();
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("#/home/index");
    expect(await log(page)).toEqual(["unauthorized"]);
    expect(events.some((event) => event.includes("unauthorized"))).toBe(true);
    await context.close();
    const admin = await stage.signedIn("wangfang");
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
      const { context, page, events } = await stage.signedIn();
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
      const reported = () => events.filter((event) => event.includes("chunk-failure"));
      await expect.poll(reported).toHaveLength(1);
      const reports = reported();
      expect(reports[0]).toContain(file);
      broken = false;
      await failure(page).getByRole("button", { name: "重试" }).click();
      await page.getByText("探针：首页").waitFor();
      await context.close();
    },
  );

  test("the page's shared file that is gone is told by its own name, and 「重试」 recovers", async () => {
    const { context, page, events } = await stage.signedIn();
    await serveProbe(context);
    let broken = true;
    // not `shared-data`, which the page's own late files want as well
    await context.route(/\/assets\/shared-(?!data-)[\w-]+\.js$/, (route) =>
      broken ? route.fulfill({ status: 404, body: "" }) : route.fallback(),
    );
    await open(page, "/module/probe");
    await failure(page).getByText("这个模块没有加载成功").waitFor();
    await expect
      .poll(() => failure(page).innerText())
      .toMatch(/error .*\/assets\/shared-[\w-]+\.js/);
    await expect
      .poll(() => events.filter((event) => event.includes("chunk-failure")))
      .toHaveLength(1);
    broken = false;
    await failure(page).getByRole("button", { name: "重试" }).click();
    await page.getByText("探针：首页").waitFor();
    await context.close();
  });

  test("one that does not come in time says so (ER-06)", async () => {
    const { context, page } = await newPerson(stage.browser);
    const file = {
      ...(JSON.parse(readFileSync(CONFIG, "utf8")) as object),
      chunk_timeout_seconds: 1,
    };
    await context.route("**/config.json", (route) => route.fulfill({ json: file }));
    await openSignedIn(page, stage.platform, "sunhao");
    await homeShown(page);
    await serveProbe(context);
    await context.route("**/assets/modules/probe/index-1.js", () => {});
    await open(page, "/module/probe");
    await failure(page).getByText("网络较慢，没有收到内容。").waitFor();
    await expect.poll(() => failure(page).innerText()).toContain("timeout ");
    await failure(page).getByRole("button", { name: "重试" }).click();
    await page.getByText("探针：首页").waitFor();
    await context.close();
  });

  test("a manifest that does not come is tried again too", async () => {
    const { context, page } = await stage.signedIn();
    await serveProbe(context);
    let broken = true;
    await context.route("**/modules/probe.json", (route) =>
      broken ? route.abort() : route.fallback(),
    );
    await open(page, "/module/probe");
    await failure(page).getByText("这个模块没有加载成功").waitFor();
    await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("模块");
    await expect.poll(() => page.title()).toBe("模块");
    broken = false;
    await failure(page).getByRole("button", { name: "重试" }).click();
    await page.getByText("探针：首页").waitFor();
    await context.close();
  });
});

describe("a module that throws takes only itself down", () => {
  let person: Awaited<ReturnType<typeof stage.signedIn>>;
  beforeAll(async () => {
    person = await stage.signedIn();
    await serveProbe(person.context);
  });
  afterAll(() => person.context.close());

  test.each([
    ["when it is mounted", ["throws"]],
    ["when its place changes", ["a", "throws"]],
    ["some time later", ["fails-later"]],
  ])("%s", async (_when, places) => {
    const { page, events, faults } = person;
    events.length = 0;
    for (const place of places) {
      await open(page, `/module/probe/${place}`);
      if (place === "a") await page.getByText("探针：a").waitFor();
    }
    await failure(page).getByText("这个模块出了点问题").waitFor();
    await expect.poll(() => page.locator(".probe").count()).toBe(0);
    expect((await log(page)).at(-1)).toBe("unmount");
    await expect
      .poll(() => events.filter((event) => event.includes("module-error")))
      .toHaveLength(1);
    await open(page, "/module/probe/well");
    await failure(page).getByRole("button", { name: "重试" }).click();
    await page.getByText("探针：well").waitFor();
    await page.getByRole("link", { name: "返回首页" }).click();
    await homeShown(page);
    expect(faults).toEqual([]);
  });
});
