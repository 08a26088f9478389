import type { Page } from "playwright-core";
import { readAdministration, readOrganisations } from "#contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chooseIn, lookAt, makeChange, openAdministration } from "./harness/administration.ts";
import { seriousFaults } from "./harness/axe.ts";
import { atRest, newPerson, takePicture, type Screen } from "./harness/browser.ts";
import { openFor, Stage } from "./harness/stage.ts";
import { homeShown, openSignedIn } from "./harness/steps.ts";

const stage = openFor(new Stage());

const at = (account: string, path = "", screen: Screen = "classroom") =>
  openAdministration(stage, account, path, screen);

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name });
const people = (page: Page) => page.getByRole("table", { name: "人员" });
const changes = (page: Page) => page.getByRole("table", { name: "变更" });
const search = (page: Page) => page.getByRole("searchbox", { name: "查找人员" });
const row = (page: Page, name: string) =>
  people(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name, exact: true }) });

/** Checks the first rows of a list of people. */
async function chooseRows(page: Page, count: number) {
  for (let row = 1; row <= count; row++) await people(page).getByRole("checkbox").nth(row).check();
}

describe("the frame", () => {
  test("a manager comes by the tile of home, and goes from screen to screen", async () => {
    const { page, context, faults } = await at("linlan");
    await heading(page, "人员").waitFor();
    await page.goto(`${stage.platform.page}#/home/index`);
    await homeShown(page);
    const tile = { name: "学校管理", exact: true };
    await page.getByRole("button", tile).or(page.getByRole("link", tile)).first().click();
    await heading(page, "人员").waitFor();
    await page.waitForFunction(() => document.title === "人员 · 学校管理");
    await page.getByText("启明小学", { exact: true }).first().waitFor();
    const menu = page.getByRole("navigation", { name: "管理" });
    await menu.getByRole("link", { name: "班级" }).click();
    await heading(page, "班级").waitFor();
    await page.waitForFunction(() => document.title === "班级 · 学校管理");
    await expect
      .poll(() => menu.getByRole("link", { name: "班级" }).getAttribute("aria-current"))
      .toBe("page");
    await expect
      .poll(() => heading(page, "班级").evaluate((it) => it.matches(":focus")))
      .toBe(true);
    await page.goBack();
    await heading(page, "人员").waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("rights and places are asked for once, not at each step", async () => {
    const { page, context } = await newPerson(stage.browser);
    const asked: string[] = [];
    page.on("request", (sent) => {
      const path = new URL(sent.url()).pathname;
      if ([readAdministration.path, readOrganisations.path].includes(path)) asked.push(path);
    });
    await page.clock.install();
    await openSignedIn(page, stage.platform, "linlan", "#/module/admin");
    await people(page).getByRole("link").first().waitFor();
    await search(page).fill("wang");
    await page.waitForFunction(() => location.hash.includes("wang"));
    await page
      .getByRole("navigation", { name: "管理" })
      .getByRole("link", { name: "班级" })
      .click();
    await heading(page, "班级").waitFor();
    await atRest(context);
    const both = [readOrganisations.path, readAdministration.path].toSorted();
    expect(asked.toSorted()).toEqual(both);
    // after a minute another screen asks anew: others may have given rights, or taken them
    await page.clock.fastForward(60_000);
    await page.goBack();
    await heading(page, "人员").waitFor();
    await expect.poll(() => asked.slice(2).toSorted()).toEqual(both);
    await context.close();
  });

  test("who has no rights hears so, and an unknown screen says that it is none", async () => {
    const parent = await at("chenjing");
    await parent.page.getByText("您没有管理权限").waitFor();
    await parent.context.close();
    const manager = await at("linlan", "/nothing");
    await heading(manager.page, "没有这个页面").waitFor();
    await manager.context.close();
  });

  test("an address that has gone on before the first screen came is kept", async () => {
    const { page, context, faults } = await newPerson(stage.browser);
    let asked = 0;
    await page.route(/administration\/own/, async (route) => {
      asked += 1;
      // gone on, and the page does not know yet
      await page.evaluate(() => history.replaceState(null, "", "#/module/admin/classes"));
      await route.continue();
    });
    await openSignedIn(page, stage.platform, "linlan", "#/module/admin");
    const menu = page.getByRole("navigation", { name: "管理" });
    await menu.getByRole("link", { name: "班级" }).waitFor();
    expect(asked).toBeGreaterThan(0);
    await page.evaluate(() => dispatchEvent(new HashChangeEvent("hashchange")));
    await heading(page, "班级").waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("on a phone the menu is a drawer that holds the focus, and Escape closes it", async () => {
    const { page, context, faults } = await at("wangfang", "", "phone");
    await heading(page, "人员").waitFor();
    const button = page.getByRole("button", { name: "菜单", exact: true });
    await button.click();
    const drawer = page.getByRole("dialog", { name: "管理" });
    await drawer.getByRole("link", { name: "权限" }).waitFor();
    await takePicture(page, "admin/menu-phone");
    expect(await seriousFaults(page)).toEqual([]);
    for (let step = 0; step < 6; step++) await page.keyboard.press("Tab");
    await expect.poll(() => drawer.evaluate((it) => it.matches(":focus-within"))).toBe(true);
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    await expect.poll(() => button.evaluate((it) => it.matches(":focus"))).toBe(true);
    await button.click();
    await drawer.getByRole("link", { name: "权限" }).click();
    await heading(page, "权限").waitFor();
    await drawer.waitFor({ state: "detached" });
    expect(faults).toEqual([]);
    await context.close();
  });

  test("on a phone the way back above a heading is as high as a finger needs", async () => {
    const { page, context } = await at("linlan", "/people/leavers", "phone");
    const back = page.getByRole("main").getByRole("link", { name: "人员", exact: true });
    await expect.poll(async () => (await back.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await takePicture(page, "admin/back-link-phone");
    await back.click();
    await heading(page, "人员").waitFor();
    await context.close();
  });

  test("a screen whose chunk does not come, and a list that cannot be read, say so, and come when asked again", async () => {
    const { page, context } = await at("linlan", "/classes");
    await heading(page, "班级").waitFor();
    const chunk = /\/modules\/admin\/part-rights-[^/]*\.js/;
    await page.route(chunk, (route) => route.abort());
    await page.evaluate(() => (window.location.hash = "#/module/admin/rights"));
    await page.getByText("这个模块没有加载成功").waitFor();
    await page.unroute(chunk);
    await page.getByRole("button", { name: "重试" }).click();
    await heading(page, "权限").waitFor();

    await page.route("**/administration/people?*", (route) => route.abort());
    await page.evaluate(() => (window.location.hash = "#/module/admin/people"));
    await page.getByText("没有加载出来").waitFor();
    await page.unroute("**/administration/people?*");
    await page.getByRole("button", { name: "重试" }).click();
    await row(page, "林小满").or(people(page)).first().waitFor();
    await context.close();
  });
});

/** Takes the filters away, and returns what stands in the field in the moment in which the list is there. */
async function textAsListComes(page: Page): Promise<string | undefined> {
  const clear = page.getByRole("button", { name: "清除条件" });
  return clear.evaluate(
    (button: HTMLElement) =>
      new Promise<string | undefined>((resolve) => {
        // a module draws in a room of its own (shadow)
        const room = button.getRootNode() as ShadowRoot;
        const look = () => {
          if (room.querySelector("table") === null) return;
          resolve(room.querySelector<HTMLInputElement>("input[type=search]")?.value);
        };
        new MutationObserver(look).observe(room, { childList: true, subtree: true });
        button.click();
      }),
  );
}

describe("people are found (AD-01)", () => {
  let manager: Awaited<ReturnType<typeof at>>;
  beforeAll(async () => {
    manager = await at("linlan");
  });
  afterAll(() => manager.context.close());

  /** The list of people as it is opened, in the page of one manager for all that she looks for. */
  async function opened(): Promise<Page> {
    const { page } = manager;
    await page.goto(`${stage.platform.page}#/module/admin/people`);
    await people(page).waitFor();
    return page;
  }

  test("by initials, while one types; the address keeps what is looked for", async () => {
    const page = await opened();
    await search(page).click();
    await page.keyboard.type("lxm");
    await row(page, "林小满").waitFor();
    await expect.poll(() => search(page).evaluate((it) => it.matches(":focus"))).toBe(true);
    expect(new URL(page.url()).hash).toBe("#/module/admin/people?q=lxm");
    await page.reload();
    await row(page, "林小满").waitFor();
    await expect.poll(() => search(page).inputValue()).toBe("lxm");
    await search(page).fill("没有这样的名字");
    await page.getByText("没有找到这样的人").waitFor();
    await lookAt(page, "people-none");
    expect(await textAsListComes(page)).toBe("");
    await expect.poll(() => search(page).inputValue()).toBe("");
    expect(manager.faults).toEqual([]);
  });

  test("by class, identity and state, which stand in the address", async () => {
    const page = await opened();
    await chooseIn(page, "年级", "三年级");
    await chooseIn(page, "班级", "三年级（2）班");
    await chooseIn(page, "身份", "学生");
    await row(page, "林小满").waitFor();
    const words = new URLSearchParams(new URL(page.url()).hash.split("?")[1]);
    expect([...words.keys()].toSorted()).toEqual(["class", "grade", "identity"]);
    await expect.poll(() => page.getByText(/^共 \d+ 人$/).innerText()).toMatch(/^共 [34]\d 人$/);
  });

  test("in a list that goes on while one scrolls, of which little is drawn", async () => {
    const { page, context } = await at("wangfang");
    await people(page).waitFor();
    const last = async () =>
      Number(await people(page).locator("tr[aria-rowindex]").last().getAttribute("aria-rowindex"));
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 4000);
        return last();
      })
      .toBeGreaterThan(600);
    await expect.poll(() => people(page).getByRole("row").count()).toBeLessThan(80);
    await context.close();
  });

  test("with the columns that one has chosen, also the next time", async () => {
    const page = await opened();
    const number = people(page).getByRole("columnheader", { name: "学号" });
    await expect.poll(() => number.count()).toBe(0);
    await page.getByRole("button", { name: "显示的列…" }).click();
    const panel = page.getByRole("dialog", { name: "显示的列" });
    await panel.getByRole("checkbox", { name: "学号" }).check();
    await panel.getByRole("button", { name: "关闭" }).click();
    await number.waitFor();
    await page.reload();
    await number.waitFor();
  });
});

describe("a district looks at one of its schools", () => {
  test("and at its classes", async () => {
    const { page, context, faults } = await at("wangfang", "/classes");
    await page.getByText("先选一所学校").waitFor();
    await chooseIn(page, "正在查看的学校", "启明小学");
    const classes = page.getByRole("table", { name: "班级" });
    await classes.getByRole("row", { name: /三年级（2）班/ }).waitFor();
    await lookAt(page, "classes");
    await classes.getByRole("link", { name: "三年级（2）班" }).click();
    await heading(page, "三年级（2）班").waitFor();
    await page.getByRole("table", { name: "学生" }).getByText("林小满").waitFor();
    await lookAt(page, "class");
    await page.getByRole("link", { name: "人员" }).click();
    await row(page, "林小满").or(people(page)).first().waitFor();
    expect(page.url()).toContain("?at=");
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe("rights are seen, given and taken back (GR-03, GR-04)", () => {
  test("a bundle at the own school, until a day", async () => {
    const { page, context, faults } = await at("linlan", "/rights");
    await page.getByRole("heading", { level: 3, name: "我的权限" }).waitFor();
    await page.getByText("谁有管理权限").waitFor();
    await page.getByRole("link", { name: "授权给…" }).click();
    const form = page.getByRole("form", { name: "授权" });
    await form.getByRole("button", { name: "授权" }).click();
    await form.getByText("请选择授权给谁").waitFor();
    await page.getByRole("combobox", { name: "查找要授权的人" }).fill("zhangweiguo");
    await page.getByRole("option", { name: /张卫国/ }).click();
    await chooseIn(page, "给什么权限", "信息员");
    const day = form.getByLabel("最后一天");
    await day.fill("2036-02-30");
    await form.getByRole("button", { name: "把“信息员”授予张卫国" }).click();
    await form.getByRole("alert").getByText("请先改正标出的日期").waitFor();
    await form.getByText("没有“2036-02-30”这一天").waitFor();
    expect(await day.inputValue()).toBe("2036-02-30");
    await day.fill("2036-12-31");
    await lookAt(page, "rights-give");
    await form.getByRole("button", { name: "把“信息员”授予张卫国" }).click();
    const given = page.getByRole("listitem").filter({ hasText: "林岚授予" });
    await given.getByText(/到2036年12月31日/).waitFor();
    await page.getByRole("button", { name: "收回张卫国的“信息员”" }).click();
    const end = page.getByRole("form", { name: "收回张卫国的“信息员”" });
    await end.getByLabel(/原因/).fill("换了岗位");
    await lookAt(page, "rights-end");
    await end.getByRole("button", { name: "收回张卫国的“信息员”" }).click();
    await end.waitFor({ state: "detached" });
    await given.waitFor({ state: "detached" });
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe("a change is looked at, applied and taken back (CS-01…06)", () => {
  test("three pupils are disabled: in words before and after; one comes back alone, then all", async () => {
    const { page, context, faults } = await at("linlan", "/people?identity=student&q=b");
    await people(page).waitFor();
    await chooseRows(page, 3);
    const acts = page.getByRole("group", { name: "对选中的人" });
    await acts.getByText("已选 3 人").waitFor();
    await lookAt(page, "people-chosen");
    await acts.getByRole("button", { name: "停用身份…" }).click();
    const panel = page.getByRole("dialog", { name: "停用身份：3 人" });
    await panel.getByRole("button", { name: "下一步" }).click();
    await panel.getByText(/^将停用 3 位学生/).waitFor();
    await panel.getByText("停用", { exact: true }).first().waitFor();
    await lookAt(page, "change-plan");
    await panel.getByRole("button", { name: "停用 3 位学生", exact: true }).click();
    await panel.getByText("已停用 3 位学生").waitFor();
    await expect.poll(() => panel.evaluate((it) => it.matches(":focus-within"))).toBe(true);
    await lookAt(page, "change-applied");
    await panel.getByRole("checkbox", { name: /^选择/ }).first().check();
    await panel.getByRole("button", { name: "撤销选中的 1 项…" }).click();
    await panel.getByRole("button", { name: "撤销选中的 1 项", exact: true }).click();
    await panel.getByText(/已撤销 1 项/).waitFor();
    await panel.getByRole("button", { name: "关闭" }).click();
    await expect.poll(() => people(page).getByText("身份已停用").count()).toBe(2);
    await expect.poll(() => acts.count()).toBe(0);

    await page
      .getByRole("navigation", { name: "管理" })
      .getByRole("link", { name: "变更" })
      .click();
    await heading(page, "变更").waitFor();
    await lookAt(page, "changes");
    await changes(page).getByRole("link", { name: "停用 3 位学生" }).click();
    await page.getByRole("button", { name: "撤销…" }).click();
    await page.getByRole("button", { name: "撤销“停用 3 位学生”" }).click();
    await page.getByText("已撤销“停用 3 位学生”").waitFor();
    await lookAt(page, "change-undone");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("from its preview one goes back to the form as it was filled in", async () => {
    const { page, context, faults } = await at("linlan", "/people?identity=student");
    await people(page).waitFor();
    await chooseRows(page, 2);
    await page.getByRole("button", { name: "锁定账号…", exact: true }).click();
    const panel = page.getByRole("dialog", { name: /^锁定账号/ });
    await panel.getByLabel("原因").fill("设备丢失，先锁定");
    const day = panel.getByRole("textbox", { name: "锁定到哪一天" });
    const next = panel.getByRole("button", { name: "下一步" });
    await day.fill("2099-02-30");
    await next.click();
    await panel.getByText("没有“2099-02-30”这一天").waitFor();
    await panel.getByRole("alert").filter({ hasText: "请检查“锁定到哪一天”" }).waitFor();
    expect(await day.inputValue()).toBe("2099-02-30");
    await day.fill("2099-09-01");
    await day.press("Enter");
    await next.waitFor();
    await next.click();
    await panel.getByText("设备丢失，先锁定").first().waitFor();
    await expect.poll(() => next.count()).toBe(0);
    await lookAt(page, "change-can-be-mended");
    await panel.getByRole("button", { name: "返回修改" }).click();
    await next.waitFor();
    await expect.poll(() => panel.getByLabel("原因").inputValue()).toBe("设备丢失，先锁定");
    await expect.poll(() => day.inputValue()).toBe("2099年9月1日");
    await panel.getByLabel("原因").fill("设备找到之前锁定");
    await next.click();
    await panel.getByText("设备找到之前锁定").first().waitFor();
    await panel.getByRole("button", { name: "不改了" }).click();
    await panel.waitFor({ state: "detached" });
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe("classes are made, renamed, filled and archived (AD-09)", () => {
  const classes = (page: Page) => page.getByRole("table", { name: "班级" });

  /** Reads the number of pupils from the heading: only visible rows are rendered. */
  async function countOfPupils(page: Page): Promise<number> {
    const words = await page.getByRole("heading", { level: 3, name: /^学生（/ }).innerText();
    return Number(/\d+/.exec(words)?.[0]);
  }

  /** Steps through a panel whose last button is `act`, and closes it. */
  async function goThrough(page: Page, title: RegExp, act: RegExp, fill?: () => Promise<void>) {
    const panel = page.getByRole("dialog", { name: title });
    await fill?.();
    const next = panel.getByRole("button", { name: "下一步" });
    if (fill !== undefined) await next.click();
    await panel.getByRole("button", { name: act }).click();
    await panel.getByText("已应用").first().waitFor();
    await panel.getByRole("button", { name: "关闭" }).click();
    await panel.waitFor({ state: "detached" });
  }

  test("a new class takes two pupils of another", async () => {
    const { page, context, faults } = await at("linlan", "/classes");
    await classes(page).waitFor();
    await page.getByRole("button", { name: "新建班级…" }).click();
    await goThrough(page, /新建班级/, /^新建/, async () => {
      await page.getByRole("button", { name: "下一步" }).click();
      await page.getByText("请填写班级名称").waitFor();
      await page.getByLabel("班级名称").fill("一年级（9）班");
      const form = page.getByRole("form", { name: "新建班级" });
      await form.getByRole("combobox", { name: "年级" }).click();
      await page.getByRole("option", { name: "一年级（小学）" }).click();
      await lookAt(page, "class-make");
    });
    await classes(page).getByRole("link", { name: "一年级（9）班" }).waitFor();

    await classes(page).getByRole("link", { name: "一年级（1）班" }).click();
    const pupils = page.getByRole("table", { name: "学生" });
    await pupils.getByRole("checkbox").nth(1).check();
    await pupils.getByRole("checkbox").nth(2).check();
    const before = await countOfPupils(page);
    await page.getByRole("button", { name: "调班…" }).click();
    await goThrough(page, /^调班：2 名学生/, /2 位学生|2 名学生/, async () => {
      await chooseIn(page, "调到哪个班级", "一年级（9）班");
    });
    await expect.poll(() => countOfPupils(page)).toBe(before - 2);

    await page
      .getByRole("navigation", { name: "管理" })
      .getByRole("link", { name: "班级" })
      .click();
    await classes(page).getByRole("link", { name: "一年级（9）班" }).click();
    await expect.poll(() => countOfPupils(page)).toBe(2);
    await page.getByRole("button", { name: "改名…" }).click();
    await goThrough(page, /^改名或换年级/, /一年级/, async () => {
      await page.getByLabel("班级名称").fill("一年级（实验）班");
    });
    await heading(page, "一年级（实验）班").waitFor();
    await lookAt(page, "class-renamed");

    // what a change says is read whole in the list of changes
    await page
      .getByRole("navigation", { name: "管理" })
      .getByRole("link", { name: "变更" })
      .click();
    const moved = changes(page).getByRole("link", { name: /^把 2 位学生从“一年级（1）班”/ });
    // a font may stand out of its line by a pixel or two; a third line would be far more
    const isWhole = () => moved.evaluate((it) => it.scrollHeight - it.clientHeight < 8);
    for (const width of [1366, 390]) {
      await page.setViewportSize({ width, height: 768 });
      await moved.waitFor();
      await expect.poll(isWhole).toBe(true);
      await takePicture(page, `admin/changes-of-classes-${width}`);
    }
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe("a person whole (AD-02, AD-04…AD-08)", () => {
  const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

  test("opens by Enter from the list; the way back leads to the same row", async () => {
    const { page, context, faults } = await at("wangfang");
    await people(page).waitFor();
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 3000);
        return page.evaluate(() => window.scrollY);
      })
      .toBeGreaterThan(6000);
    // the rows that are drawn change while the list still moves
    let from = -1;
    await expect
      .poll(async () => {
        const before = from;
        from = await page.evaluate(() => window.scrollY);
        return from === before;
      })
      .toBe(true);
    const seen = await people(page)
      .getByRole("link")
      .evaluateAll((links) => {
        const inside = links.filter((it) => {
          const { top, bottom } = it.getBoundingClientRect();
          return top > 200 && bottom < window.innerHeight - 100;
        });
        return inside[Math.floor(inside.length / 2)]?.getAttribute("href") ?? "";
      });
    const link = people(page).locator(`a[href="${seen}"]`);
    await link.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    // a row that was not drawn takes the focus once it is
    await expect.poll(() => link.evaluate((it) => it.matches(":focus"))).toBe(true);
    const name = await link.innerText();
    // as on an old PC, where the page goes to its top while the list is still there
    await page.evaluate(() => {
      const toTop = () => {
        window.scrollTo(0, 0);
        window.dispatchEvent(new Event("scroll"));
      };
      window.addEventListener("hashchange", toTop, { once: true });
    });
    await page.keyboard.press("Enter");
    await heading(page, name).waitFor();
    await region(page, "基本资料").waitFor();
    await expect.poll(() => heading(page, name).evaluate((it) => it.matches(":focus"))).toBe(true);
    await page.goBack();
    await people(page).getByRole("link", { name, exact: true }).first().waitFor();
    await expect
      .poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - from))
      .toBeLessThan(800);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("shows each part with where it comes from, and what may be done", async () => {
    const { page, context, faults } = await at("linlan", "/people?q=zhaoyinuo");
    await people(page).getByRole("link", { name: "赵一诺" }).click();
    await region(page, "身份").getByText("学生 · 启明小学").waitFor();
    await region(page, "班级")
      .getByText(/来自名册/)
      .waitFor();
    await region(page, "监护人").getByRole("link", { name: "陈静" }).waitFor();
    await region(page, "登录方式与设备").getByText("从未登录").waitFor();
    await region(page, "谁可以管理这个账号")
      .getByText(/学校管理员/)
      .first()
      .waitFor();
    await region(page, "记录").getByText("林岚（学校管理员）").first().waitFor();
    await lookAt(page, "person");

    await makeChange(page, "修改资料…", /^修改/, async () => {
      await page.getByLabel("姓名").fill("赵一诺诺");
      await lookAt(page, "person-edit");
    });
    await heading(page, "赵一诺诺").waitFor();
    await makeChange(page, "锁定账号…", /^锁定/, async () => {
      await page.getByRole("button", { name: "下一步" }).click();
      await page.getByText("请写明锁定的原因").waitFor();
      await page.getByLabel("原因").fill("账号可能被别人用了");
    });
    await page.getByText(/原因：账号可能被别人用了/).waitFor();
    await region(page, "记录").getByText(/锁定/).first().waitFor();
    await lookAt(page, "person-locked");
    await makeChange(page, "解锁账号…", /^解锁/, async () => {});
    await page.getByRole("button", { name: "锁定账号…" }).waitFor();
    await makeChange(page, "解除监护关系：陈静", /解除/);
    await region(page, "监护人").getByText("还没有监护人。").waitFor();
    await makeChange(page, "添加监护人…", /^让“陈静”/, async () => {
      await page.getByRole("combobox", { name: "查找监护人" }).fill("chenjing");
      await page.getByRole("option", { name: /^陈静 · chenjing · 1\d\d\*{4}\d{4}$/ }).click();
      await chooseIn(page, "与孩子的关系", "母亲");
    });
    await region(page, "监护人").getByRole("link", { name: "陈静" }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("is nobody where one looks after other schools", async () => {
    const { page, context } = await at("linlan", "/people/no-such-person");
    await page.getByText("没有这个人").waitFor();
    await lookAt(page, "person-none");
    await page.getByRole("link", { name: "返回人员列表" }).click();
    await people(page).waitFor();
    await context.close();
  });
});
