import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { programIn } from "../server/test/programs.ts";
import { lookAt, openAdministration } from "./harness/administration.ts";
import { newPerson, SCREENS, takePicture } from "./harness/browser.ts";
import { openFor, Stage } from "./harness/stage.ts";
import { homeShown, openSignedIn } from "./harness/steps.ts";
import { DEMO_PASSWORD } from "./harness/wire.ts";

const stage = openFor(new Stage({ prepare: nameDuties, env: { SEPARATE_ADMINS: "on" } }));

/** Names a security and an audit administrator by command; another identity takes the latter's duty away. */
async function nameDuties(dataDir: string) {
  for (const line of [
    "duty wangfang security",
    "duty sunhao audit",
    "create --account sunhao --identity manager --school 启明小学",
  ]) {
    const program = programIn(inject("programsDir"), "cli");
    await promisify(execFile)(process.execPath, [...program, "admin", ...line.split(" ")], {
      env: { DATA_DIR: dataDir },
    });
  }
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name });
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const menu = (page: Page) => page.getByRole("navigation", { name: "管理" });

async function choose(page: Page, label: string, option: string) {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

/** Proves who one is, where that is asked. */
async function prove(page: Page, then: ReturnType<Page["getByText"]>) {
  const proof = page.getByLabel("自己的登录密码");
  await then.or(proof).first().waitFor();
  if (!(await proof.isVisible())) return;
  await proof.fill(DEMO_PASSWORD);
  await page.keyboard.press("Enter");
  await then.waitFor();
}

test("the start names who has the rights of two duties, and which duty nobody has (GR-07)", async () => {
  // it answers before it has said all of it
  await expect.poll(() => stage.platform.output()).toContain("三员分立已开启。");
  await expect.poll(() => stage.platform.output()).toContain("还没有系统管理员、审计管理员");
  const said = stage.platform.output();
  expect(said).toContain(
    "注意：孙浩（sunhao）同时有系统管理员和审计管理员的权限，三员分立时都不生效，直到收回其中一种。",
  );
});

test("security sees the duties, takes one of two back, gives another, and cannot join two (GR-07)", async () => {
  const torn = await openAdministration(stage, "sunhao", "/rights");
  await torn.page.getByText("您的管理权限不生效").waitFor();
  await lookAt(torn.page, "duties-torn");
  await torn.context.close();

  const { page, context, faults } = await openAdministration(stage, "wangfang", "/rights");
  const duties = region(page, "三员分立");
  const conflict = duties.getByRole("group", { name: "孙浩的权限不生效" });
  await conflict.getByText("同时有系统管理员和审计管理员的权限，所以都不生效。").waitFor();
  await duties.getByText("还没有人担任，可以用“授权给…”指定一人。").first().waitFor();
  await duties.getByRole("list", { name: "安全管理员" }).getByText("王芳").waitFor();
  await lookAt(page, "duties");
  await page.setViewportSize({ width: 320, height: 640 });
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  await expect.poll(isWide).toBe(false);
  await takePicture(page, "admin/duties-narrow");
  await page.setViewportSize(SCREENS.classroom);

  await conflict.getByRole("button", { name: "收回孙浩的“审计管理员”" }).click();
  const end = page.getByRole("form", { name: "收回孙浩的“审计管理员”" });
  await end.getByRole("button", { name: "收回孙浩的“审计管理员”" }).click();
  await prove(page, page.getByText("已收回，一秒内生效"));
  await conflict.waitFor({ state: "detached" });

  await page.getByRole("link", { name: "授权给…" }).click();
  await heading(page, "授权").waitFor();
  const form = page.getByRole("form", { name: "授权" });
  const person = page.getByRole("combobox", { name: "查找要授权的人" });
  await person.fill("zhangweiguo");
  await page.getByRole("option", { name: /张卫国/ }).click();
  await choose(page, "给什么权限", "系统管理员");
  await choose(page, "在哪里有效", "全平台");
  await form.getByText("管理人员、班级、学校、应用和平台的运行，不授权，不看审计").waitFor();
  await lookAt(page, "duties-give");
  await form.getByRole("button", { name: "把“系统管理员”授予张卫国" }).click();
  await prove(page, page.getByText("已授权给张卫国，一秒内生效"));

  await page.getByRole("link", { name: "授权…" }).click();
  await heading(page, "授权").waitFor();
  await choose(page, "给什么权限", "审计管理员");
  await choose(page, "在哪里有效", "全平台");
  await form.getByRole("button", { name: "把“审计管理员”授予张卫国" }).click();
  const refusal =
    "张卫国已经有系统管理员的权限，三员分立时不能再有审计管理员的权限。请另选一人，或先收回原来的权限";
  await prove(page, page.getByText(refusal));
  await lookAt(page, "duties-refused");

  await page.goto(`${stage.platform.page}#/module/admin/rights`);
  await duties.getByRole("list", { name: "系统管理员" }).getByText("张卫国").waitFor();
  await takePicture(page, "admin/duties-mended-classroom");
  await expect.poll(() => menu(page).getByRole("link", { name: "审计" }).count()).toBe(0);
  await expect.poll(() => menu(page).getByRole("link", { name: "设置" }).count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

test("each duty has its own menu, and a school's administrator neither gives rights nor reads the audit (GR-07)", async () => {
  const links = async (account: string) => {
    const { page, context } = await newPerson(stage.browser, "classroom");
    await openSignedIn(page, stage.platform, account);
    await homeShown(page);
    await page.goto(`${stage.platform.page}#/module/admin/rights`);
    await heading(page, "权限").waitFor();
    await region(page, "三员分立").waitFor();
    const shown = await menu(page).getByRole("link").allInnerTexts();
    const gives = await page.getByRole("link", { name: "授权给…" }).count();
    if (account === "linlan") await lookAt(page, "duties-school");
    await context.close();
    return { shown: shown.map((text) => text.trim()), gives };
  };
  const system = await links("zhangweiguo");
  expect(system.shown).toEqual(expect.arrayContaining(["人员", "班级", "学校", "应用", "设置"]));
  expect(system.shown).not.toContain("审计");
  expect(system.gives).toBe(0);
  const school = await links("linlan");
  expect(school.shown).toEqual(expect.arrayContaining(["人员", "班级", "学校"]));
  expect(school.shown).not.toContain("审计");
  expect(school.gives).toBe(0);
});
