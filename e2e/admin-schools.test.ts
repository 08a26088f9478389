import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  changeByWire,
  chooseIn,
  lookAt,
  makeChange,
  openAdministration,
} from "./harness/administration.ts";
import { connectDatabase } from "../server/src/database/connect.ts";
import { readConfig } from "../server/src/platform/config.ts";
import { type Screen, SCREENS, takePicture } from "./harness/browser.ts";
import { LOGO } from "./harness/pictures.ts";
import { openFor, Stage } from "./harness/stage.ts";
import { choose, openHome } from "./harness/steps.ts";
import { call, signIn, signInByWire } from "./harness/wire.ts";

const stage = openFor(new Stage({ prepare: addDistrict }));

/** Adds a second district, with an administrator of its own and an app that it shares. */
async function addDistrict(dataDir: string) {
  const { everySchool: db, close } = await connectDatabase(readConfig({ DATA_DIR: dataDir }));
  try {
    await db
      .insertInto("school")
      .values({ id: "yuanshan", name: "远山区教育局", kind: "district" })
      .execute();
    await db
      .insertInto("user")
      .values({ id: "yuan", account: "yuanjuzhang", name: "袁局长" })
      .execute();
    await db
      .insertInto("membership")
      .values({ school_id: "yuanshan", user_id: "yuan", identity: "admin" })
      .execute();
  } finally {
    await close();
  }
}

const at = (account: string, path = "/schools", screen: Screen = "classroom") =>
  openAdministration(stage, account, path, screen);

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name });
const schools = (page: Page) => page.getByRole("table", { name: "学校", exact: true });
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Renames a school as its district's administrator does elsewhere. */
async function renameSchool(from: string, name: string): Promise<void> {
  const { origin } = stage.platform;
  const { token } = await signInByWire(origin, "wangfang");
  const as = { token, headers: { identity: "admin" } };
  const { organisations } = (await call(origin, "readOrganisations", {}, as)).body.data;
  const school_id = organisations.find((one) => one.name === from)?.id ?? "";
  await changeByWire(origin, "wangfang", { kind: "school-edit", school_id, name });
}

test("a school that was renamed meanwhile has one name in the bar and in its menu (ID-08)", async () => {
  const { origin } = stage.platform;
  const token = await signIn(origin, "linlan");
  await call(origin, "editUser", { identity: "teacher" }, { token });
  const { context, page } = await openHome(stage, "linlan");
  const menu = page.getByRole("button", { name: /^当前学校：/ });
  const here = (await menu.innerText()).trim();
  const there = here === "启明小学" ? "启明中学" : "启明小学";
  await renameSchool(there, "启明实验学校");
  await menu.click();
  await choose(page, there);
  await page.getByRole("button", { name: /^当前学校：启明实验学校/ }).click();
  await expect
    .poll(() => page.getByRole("menuitemradio").allInnerTexts())
    .toEqual(expect.arrayContaining([here, "启明实验学校"]));
  await expect.poll(() => page.getByRole("menuitemradio", { name: there }).count()).toBe(0);
  await context.close();
  await renameSchool("启明实验学校", there);
  const again = await signIn(origin, "linlan");
  await call(origin, "editUser", { identity: "manager" }, { token: again });
});

describe("schools are looked after in the page (AD-10)", () => {
  test("the number of schools is that of what is looked for now", async () => {
    const { page, context } = await at("wangfang");
    const number = page.getByRole("status").filter({ hasText: /^共 / });
    await number.waitFor();
    const held = Promise.withResolvers<void>();
    let isHeld = true;
    const seen = Promise.withResolvers<void>();
    await page.route(/administration\/schools\?/, async (route) => {
      const answer = await route.fetch();
      if (isHeld) {
        isHeld = false;
        seen.resolve();
        await held.promise;
      }
      await route.fulfill({ response: answer });
    });
    const field = page.getByRole("searchbox", { name: "查找学校" });
    await field.fill("启明");
    await seen.promise;
    await field.fill("启明小学");
    await number.getByText("共 1 所").waitFor();
    const late = page.waitForResponse(/administration\/schools\?/);
    held.resolve();
    await (await late).finished();
    // a second press of the keyboard is drawn after what came late
    await field.press("End");
    await expect.poll(() => number.innerText()).toBe("共 1 所");
    await context.close();
  });

  test("a district finds a school and sees it whole", async () => {
    const { page, context, faults } = await at("wangfang");
    await schools(page)
      .getByRole("row", { name: /启明小学/ })
      .waitFor();
    await page.getByRole("searchbox", { name: "查找学校" }).fill("没有这样的学校");
    await page.getByText("没有找到这样的学校").waitFor();
    await lookAt(page, "schools-none");
    await chooseIn(page, "学校或区域", "区域");
    await page.getByText("没有找到这样的区域").waitFor();
    await chooseIn(page, "学校或区域", "学校");
    await page.getByRole("button", { name: "清除条件" }).click();
    await chooseIn(page, "学段", "初中");
    await expect.poll(() => schools(page).getByText("启明小学").count()).toBe(0);
    await chooseIn(page, "学段", "小学");
    await schools(page)
      .getByRole("link", { name: /启明小学/ })
      .click();
    await heading(page, "启明小学").waitFor();
    await region(page, "基本情况").getByText("小学").first().waitFor();
    await region(page, "人员")
      .getByText(/\d+ 人/)
      .first()
      .waitFor();
    await region(page, "班级").getByRole("link", { name: "三年级" }).waitFor();
    await region(page, "管理人员").getByRole("link", { name: "林岚" }).waitFor();
    await lookAt(page, "school");
    await page.goBack();
    await schools(page).waitFor();
    expect(page.url()).toContain("stage=primary");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a school is made, renamed, disabled; the making cannot be forgotten, only taken back", async () => {
    const { page, context, faults } = await at("wangfang");
    await schools(page).waitFor();
    await page.getByRole("button", { name: "新建学校…" }).click();
    const panel = page.getByRole("dialog", { name: "新建学校" });
    await panel.getByRole("button", { name: "下一步" }).click();
    await panel.getByText("请填写学校名称").waitFor();
    const name = "晨曦区与友好城市合办的第二十一实验学校附属小学（筹建中的东校区）";
    await panel.getByLabel("学校名称").fill(name);
    await panel.getByRole("checkbox", { name: "小学" }).check();
    await lookAt(page, "school-make");
    await panel.getByRole("button", { name: "下一步" }).click();
    await panel.getByText(/^将新建/).waitFor();
    await panel.getByRole("button", { name: /^新建“/ }).click();
    await panel.getByText("已应用").first().waitFor();
    await panel.getByRole("button", { name: "关闭" }).click();
    await schools(page).getByRole("link", { name }).waitFor();
    await lookAt(page, "schools-long-name");
    // of those chosen, only the enabled one is what would be disabled
    await schools(page).getByRole("checkbox", { name }).check();
    await schools(page).getByRole("checkbox", { name: "旧城小学" }).check();
    await page.getByRole("button", { name: "停用…" }).click();
    await page
      .getByRole("dialog", { name: "停用 1 所学校" })
      .getByText(/ · 1 项$/)
      .waitFor();
    await page.getByRole("button", { name: "不改了" }).click();
    await schools(page).getByRole("link", { name }).click();
    await region(page, "管理人员").getByText("还没有学校管理员").waitFor();
    await lookAt(page, "school-empty");
    await makeChange(page, "修改…", /改名/, async () => {
      await page.getByRole("dialog").getByLabel("学校名称").fill("晨曦二十一小");
    });
    await heading(page, "晨曦二十一小").waitFor();
    await makeChange(page, "停用…", /^停用/);
    await page.getByText("已停用").first().waitFor();
    // a state grows with the letters around it
    const letters = (size: string) =>
      page.evaluate((to) => document.documentElement.style.setProperty("font-size", to), size);
    await letters("24px");
    const mark = page.getByText("已停用").first();
    expect(await mark.evaluate((it) => getComputedStyle(it).fontSize)).toBe("19.5px");
    await letters("");
    await lookAt(page, "school-disabled");
    await makeChange(page, "启用…", /^启用/);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("who comes from a school gives rights there, without choosing it once more", async () => {
    const { page, context, faults } = await at("wangfang");
    await schools(page)
      .getByRole("link", { name: /启明中学/ })
      .click();
    await region(page, "管理人员").getByRole("link", { name: "权限" }).click();
    await page.getByRole("link", { name: "授权给…" }).click();
    await chooseIn(page, "给什么权限", "学校管理员");
    const place = page.getByRole("combobox", { name: "在哪里有效" });
    await expect.poll(() => place.inputValue()).toBe("启明中学");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a district is made, shown and renamed by the platform's administrator", async () => {
    const { page, context, faults } = await at("hezhi");
    await schools(page).waitFor();
    await chooseIn(page, "学校或区域", "区域");
    const districts = page.getByRole("table", { name: "区域" });
    await districts.getByRole("link", { name: /晨曦区教育局/ }).waitFor();
    await lookAt(page, "districts");
    await page.getByRole("button", { name: "新建区域…" }).click();
    const panel = page.getByRole("dialog", { name: "新建区域" });
    await panel.getByRole("button", { name: "下一步" }).click();
    await panel.getByText("请填写区域名称").waitFor();
    await panel.getByLabel("区域名称").fill("远河区教育局");
    await panel.getByRole("button", { name: "下一步" }).click();
    await panel.getByRole("button", { name: /^新建区域“/ }).click();
    await panel.getByText("已应用").first().waitFor();
    await panel.getByRole("button", { name: "关闭" }).click();
    await districts.getByRole("link", { name: "远河区教育局" }).click();
    await region(page, "管理人员").getByText("还没有区域管理员").waitFor();
    await lookAt(page, "district");
    await makeChange(page, "修改…", /改名/, async () => {
      await page.getByRole("dialog").getByLabel("区域名称").fill("远河新区教育局");
    });
    await heading(page, "远河新区教育局").waitFor();
    await page.getByRole("link", { name: "区域", exact: true }).click();
    await districts.getByRole("link", { name: "远河新区教育局" }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a move says by name who loses and gains what, before anything happens", async () => {
    const { page, context, faults } = await at("hezhi");
    await schools(page)
      .getByRole("link", { name: /启明小学/ })
      .click();
    await page.getByRole("button", { name: "移到别的区域…" }).click();
    const panel = page.getByRole("dialog", { name: /^移到别的区域/ });
    await chooseIn(page, "移到哪个区域", "远山区教育局");
    const effects = panel.getByRole("region", { name: "谁会失去或得到什么" });
    await effects.getByText("王芳").waitFor();
    await effects.getByText("袁局长").waitFor();
    await lookAt(page, "school-move");
    await panel.getByRole("button", { name: "下一步" }).click();
    await panel.getByText(/不再能管理它，1 人将能管理它/).waitFor();
    await lookAt(page, "school-move-planned");
    await panel.getByRole("button", { name: "把“启明小学”移到“远山区教育局”" }).click();
    await panel.getByText("已应用").first().waitFor();
    await panel.getByRole("button", { name: "撤销…" }).click();
    await panel.getByRole("button", { name: /^撤销“把“启明小学”移到/ }).click();
    await panel
      .getByText(/^已撤销/)
      .first()
      .waitFor();
    await panel.getByRole("button", { name: "关闭" }).click();
    await region(page, "基本情况").getByText("晨曦区教育局").waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a school's own administrator edits it, and neither disables nor moves it", async () => {
    const { page, context, faults } = await at("linlan");
    await schools(page).getByRole("link").click();
    await heading(page, "启明小学").waitFor();
    await page.getByRole("button", { name: "修改…" }).waitFor();
    await expect
      .poll(() => page.getByRole("button", { name: /停用…|移到别的区域…/ }).count())
      .toBe(0);

    // the logo is one of a kind of change: looked at, applied, and taken back
    await page.getByRole("button", { name: "修改…" }).click();
    const panel = page.getByRole("dialog");
    await panel
      .getByLabel("标志的图片")
      .setInputFiles({ name: "校徽.png", mimeType: "image/png", buffer: LOGO });
    await panel.locator('img[src*="/file/picture/"]').waitFor();
    await lookAt(page, "school-logo");
    await panel.getByRole("button", { name: "下一步" }).click();
    await panel.getByText("上传的图片").waitFor();
    await panel.getByRole("button", { name: "修改“启明小学”" }).click();
    await panel.getByText("已应用").first().waitFor();
    await panel.getByRole("button", { name: "关闭" }).click();
    await panel.waitFor({ state: "detached" });
    const logo = page.getByRole("main").locator('img[src*="/file/picture/"]');
    await logo.waitFor();
    await expect
      .poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(64);

    // and stands on home beside the school's name, drawn by the server and by the page
    const address = page.url();
    const session = await page.evaluate(() => localStorage.getItem("token") ?? "");
    const drawn = await page.request.get(stage.platform.page, {
      headers: {
        ...{ cookie: `token=${session}`, "sec-fetch-dest": "document" },
        ...{ "sec-fetch-mode": "navigate", "sec-fetch-site": "none" },
      },
    });
    expect(await drawn.text()).toMatch(/<img[^>]*src="\/file\/picture\/[\w-]{22}"[^>]*>/);
    await page.goto(stage.platform.page);
    const sign = page.locator('header img[src*="/file/picture/"]');
    await sign.waitFor({ state: "attached" });
    await expect
      .poll(() => sign.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(64);
    for (const [name, size] of Object.entries(SCREENS)) {
      await page.setViewportSize(size);
      // the name is whole: where both have no room, it is the logo that goes
      const school = page.locator("header").getByText("启明小学");
      await expect.poll(() => school.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true);
      await takePicture(page, `admin/school-logo-home-${name}`);
    }
    await page.setViewportSize(SCREENS.classroom);
    await page.goto(address);
    await heading(page, "启明小学").waitFor();

    const rules = region(page, "规则");
    await rules.getByText(/离校后.*（平台的规定）/).waitFor();
    await rules.getByRole("button", { name: "修改规定…" }).click();
    await panel.getByLabel("保留的天数").fill("400");
    await panel.getByRole("button", { name: "把离校后的保留期改为 400 天" }).click();
    await rules.getByText("离校后保留 400 天（本校的规定）").waitFor();
    await lookAt(page, "school-rules");
    await rules.getByRole("button", { name: "修改规定…" }).click();
    await panel.getByLabel("保留的天数").fill("");
    await panel.getByRole("button", { name: /^改为按平台的规定/ }).click();
    await rules.getByText(/（平台的规定）/).waitFor();

    await page.goto(`${stage.platform.page}#/module/admin/schools/not-mine`);
    await page.getByText("没有这所学校").waitFor();
    await lookAt(page, "school-not-found");
    expect(faults).toEqual([]);
    await context.close();
  });
});
