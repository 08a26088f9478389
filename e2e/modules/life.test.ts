import { describe, expect, test } from "vitest";
import { homeShown } from "../harness/steps.ts";
import { log, open, openStage, serveProbe, type Seen } from "./stage.ts";

const stage = openStage();

describe("a module's life (RT-08)", () => {
  test("it gets path and params, follows the place, and leaves nothing behind", async () => {
    const { context, page, faults } = await stage.signedIn();
    await serveProbe(context);
    await open(page, "/module/probe/a/b/c/1/2");
    await page.getByText("探针：a").waitFor();
    await expect.poll(() => page.title()).toBe("探针");
    await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("探针");
    await open(page, "/module/probe/x");
    await page.getByText("探针：x").waitFor();
    expect(await log(page)).toEqual(["mount /a/b/c?1,2", "update /x?"]);
    const colour = await page.getByText("探针：x").evaluate((it) => getComputedStyle(it).color);
    expect(colour).toBe("rgb(1, 2, 3)");
    await page.getByRole("link", { name: "返回首页" }).click();
    await homeShown(page);
    expect(await log(page)).toEqual(["mount /a/b/c?1,2", "update /x?", "unmount"]);
    await expect.poll(() => page.locator(".probe").count()).toBe(0);
    const aborted = () =>
      page.evaluate(() => (window as unknown as Seen).probeContext?.signal.aborted);
    expect(await aborted()).toBe(true);
    await open(page, "/module/probe");
    await page.getByText("探针：首页").waitFor();
    expect((await log(page)).at(-1)).toBe("mount /?");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("its styles stay inside, and the page's outside", async () => {
    const { context, page } = await stage.signedIn();
    await serveProbe(context);
    await open(page, "/module/probe");
    await page.getByText("探针：首页").waitFor();
    const outside = await page.evaluate(() => {
      const twin = document.createElement("p");
      twin.className = "probe";
      document.body.append(twin);
      return getComputedStyle(twin).color;
    });
    expect(outside).not.toBe("rgb(1, 2, 3)");
    await context.close();
  });

  test("it reads the shared session, gets no token, and calls only what its manifest names", async () => {
    const { context, page } = await stage.signedIn("linlan");
    await serveProbe(context);
    await open(page, "/module/probe");
    await page.getByText("探针：首页").waitFor();
    const seen = await page.evaluate(async () => {
      const { probeContext: given } = window as unknown as Seen;
      if (given === undefined) throw new Error("no context");
      const { userId, identity, user } = given.session;
      const detail = { method: "GET", path: "/dt-platform/v1/user/user/detail" };
      const apps = { method: "GET", path: "/dt-platform/v1/app/api/apps" };
      const token = localStorage.getItem("token") ?? "";
      const texts = Object.values(given).map((value) => {
        return typeof value === "function" ? String(value) : (JSON.stringify(value) ?? "");
      });
      return {
        who: [userId !== "", identity, user.name],
        own: await given.send(detail, { fields: "name" }),
        other: await given.send(apps, {}).catch((error: Error) => error.name),
        leaks: texts.some((text) => text.includes(token)),
      };
    });
    expect(seen).toEqual({
      who: [true, "manager", "林岚"],
      own: { name: "林岚" },
      other: "ModuleCallError",
      leaks: false,
    });
    await context.close();
  });
});

test("an app of kind module opens in the page, and modules hear which (LA-01, ST-02)", async () => {
  const { context, page } = await stage.signedIn("linxiaoman");
  // a young pupil sees the cards of today first
  await page.getByRole("button", { name: "全部应用" }).click();
  await page.locator("main").getByRole("button", { name: "成长档案" }).first().click();
  await page.getByRole("heading", { level: 1, name: "成长档案" }).waitFor();
  await page.getByRole("heading", { name: "林小满" }).waitFor();
  await expect.poll(() => page.evaluate(() => location.hash)).toBe("#/module/growth-record");
  await expect
    .poll(() => page.evaluate(() => (window as unknown as Seen).schoolgateSession?.app?.id))
    .toBe("growth-record");
  await context.close();
});
