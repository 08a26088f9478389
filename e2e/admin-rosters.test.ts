import type { Locator, Page } from "playwright-core";
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import writeExcelFile from "write-excel-file/node";
import { connectDatabase } from "../server/src/database/connect.ts";
import { readConfig } from "../server/src/platform/config.ts";
import { bundleWith, bytesOf, type Files } from "../server/src/roster/small-bundle.fixture.ts";
import { readRosterAccounts, resetPasswords } from "#contract";
import { chooseIn, lookAt, openAdministration } from "./harness/administration.ts";
import { openFor, Stage } from "./harness/stage.ts";
import { call, signInByWire } from "./harness/wire.ts";
import { person, TestProvider } from "../server/src/roster-nightly/test-provider.fixture.ts";

/** Gives a pupil of the primary school a number by which another school's roster names them. */
async function giveNumber(dataDir: string) {
  const { everySchool: db, close } = await connectDatabase(readConfig({ DATA_DIR: dataDir }));
  const number = { sourced_id: NUMBER };
  await db.updateTable("user").set(number).where("account", "=", "linxiaoman").execute();
  await close();
}

const NUMBER = "J110105201609010043";
const stage = openFor(new Stage({ env: { ROSTER_NETWORKS: "127.0.0.0/8" }, prepare: giveNumber }));

const HEADS = "姓名,性别,出生日期,年级,班级,父亲姓名,父亲电话,血型";
/** A pupil of the school without a class, two new ones, and a day that does not exist. */
const ROWS = [
  "魏子墨,男,,三年级,2班,,,A",
  "欧阳若水,女,2018.9.31,三年级,2班,欧阳锋,13900007701,B",
  "司马青禾,女,2018年3月4日,三年级,9班,司马远,13900007702,O",
];

/** Encodes a text as GBK, as a spreadsheet in China saves it. */
function gbk(text: string): Buffer {
  const codes = new Map<string, readonly number[]>();
  const decoder = new TextDecoder("gbk");
  for (let high = 0x81; high <= 0xfe; high += 1) {
    for (let low = 0x40; low <= 0xfe; low += 1) {
      const letter = decoder.decode(Uint8Array.of(high, low));
      if (letter.length === 1 && !codes.has(letter)) codes.set(letter, [high, low]);
    }
  }
  return Buffer.from([...text].flatMap((letter) => codes.get(letter) ?? letter.charCodeAt(0)));
}

/** Accounts that nobody of the demo has. */
const ACCOUNTS: Parameters<typeof bundleWith> = [
  ["users.csv", "true,zhouli,", "true,zhouli-z,"],
  ["users.csv", "true,lixiaoyu,", "true,lixiaoyu-z,"],
  ["users.csv", "true,wumei,", "true,wumei-z,"],
];
const cellsOf = (rows: string[][]) =>
  rows.map((row) => row.map((value) => ({ type: String, value })));
const zipOf = (files: Files) => zipSync(Object.fromEntries(bytesOf(files)));
/** The call that reads a file. */
const READ = /\/roster\/read\?/;
const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const choose = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel("名册文件").setInputFiles({ name, mimeType: "application/octet-stream", buffer });

test("another file does not wait for one that is still being read (RO-01)", async () => {
  const { page, context, faults } = await openAdministration(stage, "linlan", "/rosters");
  await page.getByRole("heading", { level: 2, name: "名册" }).waitFor();
  const held = Promise.withResolvers<void>();
  await page.route(
    READ,
    async (route) => {
      await held.promise;
      await route.continue();
    },
    { times: 1 },
  );
  await choose(page, "甲.csv", gbk(HEADS));
  await page.getByText("正在读“甲.csv”…").waitFor();
  await choose(page, "三年级.csv", gbk([HEADS, ...ROWS, ""].join("\r\n")));
  const wrong = part(page, "核对问题");
  await wrong.getByRole("heading", { name: "有 1 处要改正" }).waitFor();
  held.resolve();
  await page.getByRole("button", { name: "重新开始" }).click();
  await page.getByRole("button", { name: "选择文件…" }).waitFor();
  await expect.poll(() => part(page, "选文件").getByRole("status").count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

test("what was typed anew stays where the file could not be read with it (RO-01)", async () => {
  const { page, context, faults } = await openAdministration(stage, "linlan", "/rosters");
  await choose(page, "三年级.csv", gbk([HEADS, ...ROWS, ""].join("\r\n")));
  const wrong = part(page, "核对问题");
  const cell = wrong.getByRole("textbox", { name: "第 3 行 C 列（出生日期） 改为" });
  await cell.fill("2018-09-30");
  await page.route(READ, (route) => route.fulfill({ status: 500, body: "" }));
  const again = wrong.getByRole("button", { name: "用改好的 1 格重新核对" });
  await again.click();
  await part(page, "选文件").getByRole("alert").filter({ hasText: /./ }).waitFor();
  await expect.poll(() => cell.inputValue()).toBe("2018-09-30");
  await page.unroute(READ);
  await again.click();
  await part(page, "认人").waitFor();
  await expect.poll(() => again.count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

/** Waits until a place has the focus. */
async function focused(place: Locator): Promise<void> {
  await expect.poll(() => place.evaluate((it) => it.matches(":focus"))).toBe(true);
}

test("the focus goes along from step to step, and what the network kept back is read again at a press (RO-01)", async () => {
  const { page, context, faults } = await openAdministration(stage, "linlan", "/rosters");
  const file = part(page, "选文件");
  const again = file.getByRole("button", { name: "再读一次" });
  await page.route(READ, (route) => route.abort());
  const row = "白秋实,男,,三年级,2班,,,A";
  await choose(page, "三年级.csv", gbk([HEADS, row, ROWS[1], ""].join("\r\n")));
  await file.getByText("网络连接失败，请检查网络后重试").waitFor();
  await lookAt(page, "rosters-unread");
  await page.unroute(READ);
  await again.press("Enter");
  const wrong = part(page, "核对问题");
  await focused(wrong.getByRole("heading", { name: "有 1 处要改正" }));
  await expect.poll(() => again.count()).toBe(0);

  // refused for the network the key that was pressed has the focus, and not the page's beginning
  await wrong.getByRole("textbox").fill("2018-09-30");
  const read = wrong.getByRole("button", { name: "用改好的 1 格重新核对" });
  await page.route(READ, (route) => route.abort());
  await read.press("Enter");
  await file.getByText("网络连接失败，请检查网络后重试").waitFor();
  await focused(read);
  expect(await again.count()).toBe(0);
  await page.unroute(READ);
  await read.press("Enter");
  const people = part(page, "认人");
  await people.getByText(/^文件里的“白秋实”/).waitFor();
  await focused(people.getByRole("heading"));
  await people.getByText("是另一个人，新建").click();
  await people.getByRole("button", { name: "就这样，继续" }).press("Enter");
  await people.getByRole("button", { name: "看看会改什么" }).waitFor();
  await focused(people.getByRole("heading"));

  // a sheet that could not be left out is not shown as if it was
  const sheets = ["在校", "去年"].map((sheet, index) => ({
    sheet,
    data: cellsOf([HEADS.split(","), `钟离${"甲乙"[index]},女,,三年级,2班,,,`.split(",")]),
  }));
  await choose(page, "两张表.xlsx", Buffer.from(await writeExcelFile(sheets).toBuffer()));
  await page.getByText("对列：读出 2 人").click();
  const last = page.getByRole("group", { name: "“去年”的列" });
  const taken = last.getByRole("checkbox", { name: "导入这张表" });
  await page.route(READ, (route) => route.abort());
  await taken.press("Space");
  await file.getByText("网络连接失败，请检查网络后重试").waitFor();
  await expect.poll(() => taken.isChecked()).toBe(true);
  await focused(taken);
  expect(faults).toEqual([]);
  await context.close();
});

test("a teachers' file that is read as pupils is seen to be one, and read as teachers at a press (RO-01)", async () => {
  const { page, context, faults } = await openAdministration(stage, "linlan", "/rosters");
  const rows = ["姓名,任教学科,任教班级,手机号", "闻人牧,语文,三年级2班,13900007711"];
  await choose(page, "老师.csv", Buffer.from(rows.join("\r\n")));
  const asked = part(page, "名册种类");
  await asked.getByRole("heading", { name: "这份文件看起来是教师名册" }).waitFor();
  await asked.getByText("有“任教学科”“任教班级”这样的表头，现在是按学生读的。").waitFor();
  await lookAt(page, "rosters-other-kind");
  await asked.getByRole("button", { name: "按教师重新读" }).click();
  await page.getByText("新增教师 1").or(page.getByText("闻人牧")).first().waitFor();
  await expect.poll(() => asked.count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

test("where the heads are, that there are none, and which sheet is left out, is said in the page (RO-01)", async () => {
  const { page, context, faults } = await openAdministration(stage, "linlan", "/rosters");
  const columns = page.getByRole("group", { name: /的列$/ });
  const doubts = part(page, "核对问题");
  const people = ["钟离春,女,三年级2班", "公孙白,男,三年级2班", "闾丘羽,男,三年级2班"];
  await choose(page, "无表头.csv", Buffer.from(people.join("\r\n")));
  await doubts.getByText(/没有找到表头.*请指出表头在第几行/).waitFor();
  await lookAt(page, "rosters-no-heads");
  await columns.getByRole("button", { name: "没有表头，开头就是人" }).click();
  await page.getByText("3 位学生").waitFor();
  await columns.getByText("钟离春、公孙白、闾丘羽 · 按格子里的样子猜的，请看一看").waitFor();

  const title = Array.from({ length: 12 }, (_one, line) => `说明第 ${line + 1} 行`);
  const deep = [...title, "姓名,性别,班级", ...people];
  await choose(page, "说明很长.csv", Buffer.from(deep.join("\r\n")));
  await doubts.getByText(/没有找到表头/).waitFor();
  await columns.getByRole("textbox", { name: "表头在第几行" }).fill("13");
  await columns.getByRole("button", { name: "按第 13 行重新读" }).click();
  await page.getByText("3 位学生").or(page.getByText("将按名册更新")).first().waitFor();

  const rows = (line: string) => ["姓名,性别,年级,班级", line].map((text) => text.split(","));
  const sheets = [
    { sheet: "在校", data: cellsOf(rows("钟离春,女,三年级,2班")) },
    { sheet: "去年", data: cellsOf(rows("公孙白,男,三年级,2x班")) },
  ];
  await page.goto(`${stage.platform.page}#/module/admin/rosters`);
  await choose(page, "两张表.xlsx", Buffer.from(await writeExcelFile(sheets).toBuffer()));
  await page.getByText("对列：读出 2 人").click();
  const last = page.getByRole("group", { name: "“去年”的列" });
  await last.getByRole("checkbox", { name: "导入这张表" }).uncheck();
  await page.getByText("对列：读出 1 人").waitFor();
  await last.getByText("没有读", { exact: true }).waitFor();
  await lookAt(page, "rosters-sheets");
  await last.getByRole("checkbox", { name: "导入这张表" }).check();
  await page.getByText("对列：读出 2 人").waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("what is not answered of many classes is found at its question, or answered in one go (RO-05)", async () => {
  const { page, context, faults } = await openAdministration(stage, "linlan", "/rosters");
  await page.getByText("教师", { exact: true }).click();
  const names = ["三年级22班", "阳光班", "向日葵班", "火箭班", "2班"];
  const rows = names.map((name, index) => `闻人${"甲乙丙丁戊"[index]},语文,${name}`);
  await choose(page, "老师.csv", Buffer.from(["姓名,任教学科,任教班级", ...rows].join("\r\n")));
  const people = part(page, "认人");
  const together = people.getByRole("group", { name: "一起回答" });
  await together.getByText("还有 5 个班级没有答").waitFor();
  const go = people.getByRole("button", { name: "就这样，继续" });
  await go.click();
  const first = people.getByRole("listitem").filter({ hasText: "班级“三年级（22）班”" });
  await first.getByText("请选“三年级（22）班”是哪个班，还是新建").waitFor();
  expect(await first.evaluate((it) => it.matches(":focus-within"))).toBe(true);
  await first.getByText("应为“三年级（2）班”").click();
  await together.getByRole("button", { name: "没有选的都新建" }).click();
  await together.getByText("还有 4 个班级没有答").waitFor();
  await go.click();
  const sun = people.getByRole("listitem").filter({ hasText: "班级“阳光班”" });
  await sun.getByText("请为“阳光班”选年级").waitFor();
  await lookAt(page, "rosters-classes-asked");
  await chooseIn(page, "“阳光班”的年级", "一年级");
  await expect.poll(() => people.getByRole("alert").filter({ hasText: /./ }).count()).toBe(0);
  // the school has six grades, and no others are offered
  await page.getByRole("combobox", { name: "没有年级的都是…" }).click();
  const grades = page.getByRole("option");
  await expect.poll(() => grades.count()).toBe(6);
  await page.getByRole("option", { name: "三年级", exact: true }).click();
  await together.getByText("还有 0 个班级没有答").waitFor();
  await lookAt(page, "rosters-classes-answered");
  await go.click();
  // a number of the third grade is the class that is there
  await people.getByText("将新建班级：阳光班、向日葵班、火箭班").waitFor();
  await people.getByRole("button", { name: "看看会改什么" }).click();
  await part(page, "看差别")
    .getByText(/新建 3 个班级（阳光班、向日葵班、火箭班），安排任课 5 项/)
    .waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

/** Sets passwords for more than go at once; the second call has no answer, and what follows asks for the rest alone. */
async function hundredAndOne(page: Page): Promise<void> {
  const { origin } = stage.platform;
  const { token } = await signInByWire(origin, "wangfang");
  const as = { token, headers: { identity: "admin" } };
  const found = await Promise.all(
    ["王", "李", "张"].map(
      async (q) =>
        (await call(origin, "readPeople", { q, identity: "student", limit: 50 }, as)).body.data,
    ),
  );
  const people = new Map(found.flatMap((one) => one.people).map(({ id, name }) => [id, name]));
  const waiting = [...people].slice(0, 101).map(([id, name]) => ({ id, name }));
  expect(waiting).toHaveLength(101);
  const accounts = (url: URL) => url.pathname === readRosterAccounts.path;
  await page.route(accounts, (route) =>
    route.fulfill({ json: { code: 200, msg: "ok", data: { made: 101, waiting } } }),
  );
  const asked: number[] = [];
  const resets = (url: URL) => url.pathname === resetPasswords.path;
  await page.route(resets, (route) => {
    asked.push((route.request().postDataJSON() as { user_ids: string[] }).user_ids.length);
    return asked.length === 2 ? route.abort() : route.continue();
  });
  await page.reload();
  const sheets = part(page, "账号单");
  const set = sheets.getByRole("button", { name: "为 101 个新账号设临时密码", exact: true });
  await sheets.getByRole("button", { name: "为 101 个新账号设临时密码…" }).click();
  await set.click();
  await sheets.getByText("网络连接失败，请检查网络后重试").waitFor();
  await set.click();
  await sheets.getByText(/^已为 \d+ 人设了临时密码$/).waitFor();
  expect(asked).toEqual([100, 1, 1]);
  await page.unroute(accounts);
  await page.unroute(resets);
}

test("a roster is dropped, put right, matched, looked at, applied, and its new accounts get their sheets (RO-01, RO-05, RO-06)", async () => {
  const { page, context, faults } = await openAdministration(stage, "linlan", "/rosters");
  await page.getByRole("heading", { level: 2, name: "名册" }).waitFor();

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "下载学生名册模板" }).click();
  expect((await saved).suggestedFilename()).toBe("学生名册模板.xlsx");

  // a picture by another name, and heads with nothing below
  const picture = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  await choose(page, "名单.xlsx", picture);
  await part(page, "选文件").getByRole("alert").getByText(/。$/).waitFor();
  await lookAt(page, "rosters-refused");

  // a OneRoster package: its faults have their places, and one of other schools is refused
  const wrongBundle = bundleWith(["users.csv", "true,zhouli", "true,zhou li"]);
  await choose(page, "名册.zip", Buffer.from(zipOf(wrongBundle)));
  await part(page, "核对问题").getByText("users.csv 第 2 行 username").waitFor();
  await lookAt(page, "rosters-one-roster");
  await choose(page, "名册.zip", Buffer.from(zipOf(bundleWith(...ACCOUNTS))));
  await part(page, "选文件")
    .getByText(/名册里有不归您管理的机构/)
    .waitFor();

  await choose(page, "三年级.csv", gbk([HEADS, ...ROWS, ""].join("\r\n")));
  const wrong = part(page, "核对问题");
  await wrong.getByRole("heading", { name: "有 1 处要改正" }).waitFor();
  await page.getByText(/1 列没有读/).waitFor();
  const marked = page.waitForEvent("download");
  await wrong.getByRole("button", { name: "下载标出问题的文件" }).click();
  expect((await marked).suggestedFilename()).toBe("三年级-问题.xlsx");
  await wrong.getByRole("textbox", { name: "第 3 行 C 列（出生日期） 改为" }).fill("2018-09-30");
  await lookAt(page, "rosters-faults");
  await wrong.getByRole("button", { name: "用改好的 1 格重新核对" }).click();

  const people = part(page, "认人");
  await people.getByText(/^文件里的“魏子墨”/).waitFor();
  await lookAt(page, "rosters-asked");
  await people.getByRole("button", { name: "就这样，继续" }).click();
  await people.getByText("将新建班级：三年级（9）班").waitFor();
  await people.getByRole("radio", { name: "都留着，不改" }).isChecked();
  await lookAt(page, "rosters-ready");
  await people.getByRole("button", { name: "看看会改什么" }).click();

  const plan = part(page, "看差别");
  await plan.getByText(/加入 2 位学生，加入 2 位家长，新建 1 个班级/).waitFor();
  await plan.getByText("三年级.csv", { exact: false }).first().waitFor();
  await lookAt(page, "rosters-planned");
  await plan.getByRole("button", { name: "导入 3 位学生" }).click();
  await plan.getByText("已应用").first().waitFor();
  const sheets = part(page, "账号单");
  const ask = sheets.getByRole("button", { name: "为 4 个新账号设临时密码…" });
  await ask.press("Enter");
  await expect.poll(() => sheets.evaluate((it) => it.matches(":focus-within"))).toBe(true);
  await sheets.getByRole("button", { name: "不改了" }).press("Enter");
  await focused(ask);
  await ask.press("Enter");
  await sheets.getByRole("button", { name: "为 4 个新账号设临时密码", exact: true }).click();
  await sheets.getByText("已为 4 人设了临时密码").waitFor();
  await lookAt(page, "rosters-sheets");
  // an account is typed from here: on a phone it stands in one line, too
  const account = sheets.getByText("ouyangruoshui", { exact: true });
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 640 });
    const isWhole = (it: Element) =>
      it.getBoundingClientRect().height < 1.5 * Number.parseFloat(getComputedStyle(it).lineHeight);
    await expect.poll(async () => [width, await account.evaluate(isWhole)]).toEqual([width, true]);
  }
  await page.setViewportSize({ width: 1366, height: 768 });
  const sheet = page.waitForEvent("download");
  await sheets.getByRole("button", { name: "保存为 .xlsx" }).click();
  expect((await sheet).suggestedFilename()).toMatch(/^账号单 .*\.xlsx$/);
  // once: whoever comes back finds no account without a password
  await page.reload();
  await part(page, "账号单").getByText("新建的 4 个账号都已经有密码了").waitFor();
  await hundredAndOne(page);

  // the way to the next file stands beside the heading, above the rows
  await page.getByRole("button", { name: "导入另一份文件" }).waitFor();
  await plan.getByRole("button", { name: "撤销…" }).waitFor();
  const above = async (name: string) =>
    (await page.getByRole("button", { name }).boundingBox())?.y ?? 0;
  expect(await above("导入另一份文件")).toBeLessThan(await above("撤销…"));

  // the next file, a workbook that says the same: what was answered and mapped is known, and nothing is left to do
  await page.getByRole("button", { name: "导入另一份文件" }).click();
  const cells = [HEADS, ...ROWS].map((row) => row.replace("2018.9.31", "2018.9.30").split(","));
  await choose(page, "三年级.xlsx", Buffer.from(await writeExcelFile(cellsOf(cells)).toBuffer()));
  await part(page, "认人").getByRole("button", { name: "看看会改什么" }).click();
  await part(page, "选文件").getByText("没有需要改的：已经是这样了").waitFor();

  // whom the file brought: each part says so, with the day, and leads to the change (AD-02)
  await page.goto(`${stage.platform.page}#/module/admin/people?q=ouyangruoshui`);
  await page.getByRole("link", { name: "欧阳若水", exact: true }).click();
  for (const name of ["基本资料", "身份", "班级", "监护人"]) {
    await part(page, name).getByRole("link", { name: "表格导入“三年级.csv”" }).waitFor();
  }
  await lookAt(page, "person-imported");
  await part(page, "班级").getByRole("link", { name: "三年级（2）班" }).click();
  await part(page, "教师").getByText("来自名册“demo”").first().waitFor();
  await lookAt(page, "class-origin");
  expect(faults).toEqual([]);
  await context.close();
});

test("a provider is tried, saved, read, and what it would end waits for a decision (RO-08)", async () => {
  const provider = await TestProvider.start();
  try {
    const { page, faults } = await openAdministration(stage, "linlan", "/rosters/nightly");
    await page.getByText(/学籍系统如果有 OneRoster 1\.2 接口/).waitFor();
    await lookAt(page, "nightly-new");

    const form = part(page, "接口和时间");
    const fill = (label: string, value: string) =>
      form.getByRole("textbox", { name: label, exact: true }).fill(value);
    const tryIt = form.getByRole("button", { name: "试一试" });
    await tryIt.click();
    await form.getByText("请检查标出的内容。").waitFor();
    await form.getByText("请填写", { exact: true }).first().waitFor();
    await fill("接口地址", provider.address.replace("http://", ""));
    await tryIt.click();
    await form.getByText("请写完整的网址，以 https:// 或 http:// 开头，中间没有空格").waitFor();
    await fill("接口地址", provider.address);
    await fill("取访问令牌的地址", provider.token_address);
    await fill("客户端编号", "night");
    await fill("密钥", "wrong");
    await fill("学校在对方那里的编号（选填）", "org-a");
    await tryIt.click();
    await form.getByText("还不能用来同步").waitFor();
    await form.getByText(/请检查客户端编号、密钥和授权范围/).waitFor();
    await fill("密钥", provider.secret);
    await tryIt.click();
    await form.getByText("可以用来同步").waitFor();
    await form.getByText(/班级 2，人员 14/).waitFor();
    await fill("不同步的日子（选填）", "十月一日");
    await lookAt(page, "nightly-tried");
    // left for another page, and come back to: only the secret is to be given again
    await page.getByRole("link", { name: "导入文件" }).click();
    await page.getByRole("heading", { level: 2, name: "名册", exact: true }).waitFor();
    await page.goBack();
    await form.getByText("上次填写的还没有保存，可以接着填；密钥要重新填。").waitFor();
    const kept = form.getByRole("textbox", { name: "客户端编号", exact: true });
    expect(await kept.inputValue()).toBe("night");
    expect(await form.getByLabel("密钥", { exact: true }).inputValue()).toBe("");
    await lookAt(page, "nightly-left");
    await fill("密钥", provider.secret);
    const save = form.getByRole("button", { name: "保存接口和时间" });
    await save.click();
    await form.getByText("“十月一日”不是日期，请写成 2026-10-01 的样子").waitFor();
    await fill("不同步的日子（选填）", "2026年10月1日，2026.10.2");
    await save.click();
    const now = part(page, "现在的情况");
    await now.getByText(/^下一次同步：/).waitFor();
    expect(await form.getByLabel("密钥", { exact: true }).inputValue()).toBe("");

    // another administrator saves meanwhile: what was filled in stays, and is saved over it
    await fill("授权范围（选填）", "mine");
    const other = await page.context().newPage();
    await other.goto(page.url());
    const others = part(other, "接口和时间");
    await others.getByLabel("周日").uncheck();
    await others.getByLabel("授权范围（选填）").fill("theirs");
    await others.getByRole("button", { name: "保存接口和时间" }).click();
    await other.getByText("已保存", { exact: true }).waitFor();
    await other.close();
    await save.click();
    await form
      .getByText(/刚刚改了授权范围、星期几同步。您也改了授权范围，.*授权范围对方写的是“theirs”。/)
      .waitFor();
    expect(await form.getByLabel("授权范围（选填）").inputValue()).toBe("mine");
    expect(await form.getByLabel("周日").isChecked()).toBe(false);
    await lookAt(page, "nightly-conflict");
    await fill("授权范围（选填）", "");
    await save.click();
    await page.getByText("已保存", { exact: true }).waitFor();

    const runs = part(page, "最近的同步").getByRole("listitem");
    const start = now.getByRole("button", { name: "现在同步一次" });
    await start.click();
    await runs
      .filter({ hasText: "已应用" })
      .getByText(/加入 12 位学生/)
      .waitFor();
    provider.data["users"] = [person("s1", "student")];
    provider.data["enrollments"] = [];
    await start.click();
    await now.getByText(/的同步没有应用：读到 1 人、2 个班级/).waitFor();
    provider.failure = ({ response }) => {
      response.writeHead(200).end("<html>请登录</html>");
      return true;
    };
    await start.click();
    await runs.filter({ hasText: "没有成功" }).getByText("访问令牌的答复是网页").waitFor();
    await lookAt(page, "nightly-runs");
    await now.getByRole("link", { name: "去看变更并决定" }).click();
    await page
      .getByText(/超过一成/)
      .first()
      .waitFor();
    expect(faults).toEqual([]);
  } finally {
    await provider.close();
  }
});

test("a pupil who comes from another school waits until it lets them go, and comes with the account (RO-05, AD-15)", async () => {
  const next = await openAdministration(stage, "wangfang", "/rosters");
  await chooseIn(next.page, "选择学校", "启明中学");
  const rows = ["姓名,学籍号,年级,班级", "赵一凡,,八年级,1班", `林小满,${NUMBER},八年级,1班`];
  await choose(next.page, "八年级.csv", Buffer.from(rows.join("\n")));
  const people = part(next.page, "认人");
  await people.getByText(/^“林小满”（第 3 行，.*）是新来的/).waitFor();
  await expect
    .poll(() => people.getByRole("radio", { name: "从本平台的另一所学校转来" }).isChecked())
    .toBe(true);
  await lookAt(next.page, "rosters-arrival");
  await people.getByRole("button", { name: "就这样，继续" }).click();
  await people.getByText("1 位学生等原来的学校放行", { exact: false }).waitFor();
  await lookAt(next.page, "rosters-arrival-waits");
  await people.getByRole("link", { name: "“人员”的“转学”" }).click();
  const coming = part(next.page, "等着转来的学生");
  await coming.getByText(/还没有学校放行/).waitFor();
  await coming.getByText(`林小满（${NUMBER}）`).waitFor();
  await lookAt(next.page, "transfers-coming");

  const old = await openAdministration(stage, "linlan", "/people/transfers");
  const going = part(old.page, "别的学校请求接收的本校学生");
  await going.getByText(/启明中学.*请求接收/).waitFor();
  await lookAt(old.page, "transfers-going");
  await going.getByRole("button", { name: "放行林小满", exact: true }).click();
  await going.getByRole("button", { name: "确认放行林小满" }).click();
  await old.page.getByText("没有等着转学的学生").waitFor();
  await lookAt(old.page, "transfers-none");

  await next.page.reload();
  await coming.getByText("启明小学已放行", { exact: false }).waitFor();
  await coming.getByRole("button", { name: "接收林小满" }).click();
  const panel = next.page.getByRole("dialog", { name: "接收转学" });
  await panel.getByRole("button", { name: /^接收从“启明小学”转来的/ }).click();
  await panel.getByText(/^已接收从“启明小学”转来的/).waitFor({ timeout: 60_000 });
  await panel.getByRole("button", { name: "撤销…" }).click();
  await panel.getByRole("button", { name: /^撤销“接收从/ }).click();
  await panel.getByText(/^已撤销“接收从/).waitFor({ timeout: 60_000 });
  expect([...old.faults, ...next.faults]).toEqual([]);
  for (const { context } of [old, next]) await context.close();
});
