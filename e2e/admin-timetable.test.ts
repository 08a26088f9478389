import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import writeExcelFile from "write-excel-file/node";
import { lookAt, openAdministration } from "./harness/administration.ts";
import { seriousFaults } from "./harness/axe.ts";
import { newPerson, SCREENS, takePictures } from "./harness/browser.ts";
import { openFor, Stage } from "./harness/stage.ts";
import { homeShown, openSignedIn } from "./harness/steps.ts";

const stage = openFor(new Stage());

const HEADS = ["班级", "星期", "节次", "开始", "结束", "科目", "教师", "教室"];
const WEEK = ["一", "二", "三", "四", "五", "六", "日"];

/** Every day from one minute after midnight to one before it, so that a lesson is always on. */
const ALL_DAY = WEEK.map((day) => [
  ...["三年级2班", `星期${day}`, "第1节", "0:01", "23:58"],
  ...["天文", "林岚", "天文台"],
]);

const workbook = async (rows: string[][]) => {
  const cells = [HEADS, ...rows].map((row) => row.map((value) => ({ type: String, value })));
  return Buffer.from(await writeExcelFile(cells, { sheet: "全校" }).toBuffer());
};
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Drops a file on the form, as from a folder's window. */
async function drop(page: Page, name: string, content: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([data, title, type]) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const dropped = new DataTransfer();
      dropped.items.add(new File([bytes], title, { type }));
      return dropped;
    },
    [content.toString("base64"), name, TYPE] as const,
  );
  const form = page.getByRole("region", { name: "导入课程表" });
  await form.dispatchEvent("dragover", { dataTransfer: transfer });
  await form.dispatchEvent("drop", { dataTransfer: transfer });
}

/** Opens a pupil's home, and the timetable from its card. */
async function pupilSees(title: string) {
  const person = await newPerson(stage.browser);
  await openSignedIn(person.page, stage.platform, "linxiaoman");
  await homeShown(person.page);
  const card = person.page.getByRole("region", { name: "今天", exact: true });
  await card.getByRole("link", { name: new RegExp(title) }).waitFor();
  return { ...person, card };
}

test("a timetable is dropped, put right, looked at, applied, seen by a pupil, and taken back (HO-03)", async () => {
  const { page, context, faults } = await openAdministration(stage, "linlan", "/classes");
  await page.getByRole("link", { name: "课程表", exact: true }).click();
  await page.getByText(/^现在的课程表：/).waitFor();

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "下载模板：每节课一行" }).click();
  expect((await saved).suggestedFilename()).toBe("课程表模板.xlsx");
  const savedGrid = page.waitForEvent("download");
  await page.getByRole("button", { name: "下载模板：一个班一张" }).click();
  const template = await readFile(await (await savedGrid).path());
  await drop(page, "课程表模板.xlsx", template);
  await page
    .getByRole("alert")
    .getByText(/^文件里没有读到课/)
    .waitFor();

  const wrong = [
    ...ALL_DAY,
    ["三年级2班", "周八", "2", "8点", "8:40", "语文", "", ""],
    ["九年级9班", "周一", "2", "8:00", "8:40", "语文", "", ""],
    ["三（2）班", "周一", "1", "8:00", "8:40", "语文", "", ""],
  ];
  await drop(page, "课程表.xlsx", await workbook(wrong));
  await page.getByRole("heading", { name: "课程表.xlsx：有 4 处要改正" }).waitFor();
  await page.getByText("全校 第 9 行 B 列").waitFor();
  await page.getByText("本校没有叫“九年级9班”的班").waitFor();
  await lookAt(page, "timetable-faults");
  await drop(page, "照片.xlsx", Buffer.from("89504e470d0a1a0a", "hex"));
  await page
    .getByRole("alert")
    .getByText(/^这是图片/)
    .waitFor();

  expect(await page.getByRole("button", { name: /^重试/ }).count()).toBe(0);

  await page.route(/timetable\/plan/, (route) => route.abort("connectionreset"), { times: 1 });
  await drop(page, "课程表.xlsx", await workbook(ALL_DAY));
  await page.getByText("网络连接失败，请检查网络后重试").waitFor();
  await lookAt(page, "timetable-cut-off");
  await page.getByRole("button", { name: "重试：课程表.xlsx" }).click();
  await page.getByText(/将换成 7 节课的课程表，1 个班/).waitFor();
  await lookAt(page, "timetable-planned");
  await page.getByRole("button", { name: "换成 7 节课的课程表" }).click();
  await page.getByText("已应用").first().waitFor();

  const { page: pupil, context: own, card, faults: ownFaults } = await pupilSees("正在上课 天文");
  await takePictures(pupil, "timetable-home");
  await card.getByRole("link", { name: /天文/ }).click();
  await pupil.getByRole("heading", { name: "课程表", exact: true }).waitFor();
  await pupil.getByRole("listitem").filter({ hasText: "天文" }).getByText("正在上课").waitFor();
  await takePictures(pupil, "timetable-day");
  expect(await seriousFaults(pupil)).toEqual([]);
  await pupil.getByRole("button", { name: "后一天" }).click();
  await pupil.getByText("天文台").waitFor();
  expect(ownFaults).toEqual([]);
  await own.close();

  await page.getByRole("button", { name: "撤销…" }).click();
  await lookAt(page, "timetable-undo");
  await page.getByRole("button", { name: "撤销“换成 7 节课的课程表”" }).click();
  await page.getByText("已撤销").first().waitFor();
  const after = await pupilSees("下一节课|正在上课");
  await after.card.getByRole("link", { name: /下一节课|正在上课/ }).click();
  await after.page.getByRole("heading", { name: "课程表", exact: true }).waitFor();
  await expect.poll(() => after.page.getByText("天文").count()).toBe(0);
  await after.context.close();
  expect(faults).toEqual([]);
  await context.close();
});

test("a class's grid and a calendar are dropped at the same place (HO-03)", async () => {
  const { page, context, faults } = await openAdministration(stage, "linlan", "/classes/timetable");
  await page.getByText(/^现在的课程表：/).waitFor();
  const text = (rows: string[][]) =>
    rows.map((row) => row.map((value) => ({ type: String, value })));
  const grid = async (rows: string[][]) =>
    Buffer.from(await writeExcelFile(text(rows), { sheet: "三年级2班" }).toBuffer());
  const head = ["节次", "时间", ...WEEK.slice(0, 5).map((day) => `星期${day}`)];
  const first = ["第1节", "8:00-8:40", "语文\n林岚", "数学", "语文", "英语", "美术(单)\n音乐(双)"];
  await drop(page, "课程表.xlsx", await grid([head, first, ["第2节", "", "语文 数学"]]));
  await page.getByRole("heading", { name: "课程表.xlsx：有 1 处要改正" }).waitFor();
  await page.getByText("三年级2班 第 3 行 C 列").waitFor();
  await lookAt(page, "timetable-grid-faults");

  const event = (title: string) => [
    ...["BEGIN:VEVENT", "DTSTART;TZID=Asia/Shanghai:20260907T080000", "DURATION:PT40M"],
    ...[
      "RRULE:FREQ=WEEKLY;BYDAY=MO,WE",
      `SUMMARY:${title}`,
      "DESCRIPTION:教师：林岚",
      "END:VEVENT",
    ],
  ];
  const calendar = (...events: string[][]) =>
    Buffer.from(["BEGIN:VCALENDAR", ...events.flat(), "END:VCALENDAR"].join("\r\n"));
  await drop(page, "课表.ics", calendar(event("三年级2班 语文"), event("家长会（全校）")));
  await page.getByText("第 2 个事件“家长会（全校）”").waitFor();
  await lookAt(page, "timetable-calendar-faults");

  await drop(page, "课表.ics", calendar(event("三年级2班 语文")));
  await page.getByText(/将换成 2 节课的课程表，1 个班/).waitFor();
  await page.goBack();
  await page.getByText(/^现在的课程表：/).waitFor();
  await drop(page, "课程表.xlsx", await grid([head, first]));
  await page
    .getByText(/将换成 6 节课的课程表，1 个班.*；不在文件里的 35 个班原来的课会移除/)
    .waitFor();
  await lookAt(page, "timetable-grid-planned");
  expect(faults).toEqual([]);
  await context.close();
});

test("a parent changes between the timetables of two children, and has one in another calendar (HO-03)", async () => {
  const { context, page, faults } = await newPerson(stage.browser, "phone");
  await openSignedIn(page, stage.platform, "chenjing", "#/timetable");
  const lookAtChild = async (name: string) => {
    await page.getByRole("button", { name: /换一个孩子$/ }).click();
    await page.getByRole("menuitemradio", { name: new RegExp(name) }).click();
    await page.getByRole("heading", { name: `${name}的课程表` }).waitFor();
  };
  for (const name of ["赵一诺", "赵一凡"]) {
    await lookAtChild(name);
    await page
      .getByText(/^(第 1 节|这一天没有课)/)
      .first()
      .waitFor();
  }
  const own = page.getByRole("region", { name: "放进自己的日历" });
  const makes = own.getByRole("button", { name: "生成日历地址" });
  const field = own.getByRole("textbox", { name: "日历地址" });
  const isFocused = (what: Element) => what === document.activeElement;
  await makes.press("Enter");
  // the button that was pressed is gone
  await expect.poll(() => field.evaluate(isFocused)).toBe(true);
  const address = await field.inputValue();
  await own.getByRole("button", { name: "复制" }).click();
  await own.getByText("已复制").waitFor();
  await takePictures(page, "timetable-parent");
  expect(await seriousFaults(page)).toEqual([]);
  const read = async () => {
    const answer = await fetch(address);
    return { status: answer.status, text: await answer.text() };
  };
  expect((await read()).text).toContain("X-WR-CALNAME:赵一凡的课程表");
  await page.reload();
  await page.getByRole("heading", { name: "赵一凡的课程表" }).waitFor();
  await own.getByText(/生成了地址/).waitFor();
  await takePictures(page, "timetable-calendar");
  await own.getByRole("button", { name: "停用地址" }).press("Enter");
  await expect.poll(() => makes.evaluate(isFocused)).toBe(true);
  expect((await read()).status).toBe(404);
  expect(faults).toEqual([]);
  await context.close();
});

test("who has no timetable is told so, and is not asked to look at the network", async () => {
  const { context, page, faults } = await newPerson(stage.browser);
  await openSignedIn(page, stage.platform, "wangfang", "#/timetable");
  await page.getByText("课程表是给教师、学生和家长看的").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "重试" }).count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

test("fields follow the look of the system while the page is open", async () => {
  const { context, page, faults } = await openAdministration(stage, "linlan", "/classes/timetable");
  const field = page.locator(".ant-picker").first();
  const ground = () => field.evaluate((it) => getComputedStyle(it).backgroundColor);
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(ground).toBe("rgb(255, 255, 255)");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(ground).toBe("rgb(28, 34, 43)");
  expect(faults).toEqual([]);
  await context.close();
});

test("a day that does not exist is said at its field, and no other counts in its place", async () => {
  const { context, page, faults } = await openAdministration(
    stage,
    "linlan",
    "/classes/timetable",
    "desktop",
  );
  const last = page.getByRole("textbox", { name: "学期最后一天" });
  await expect.poll(() => last.inputValue()).toMatch(/^20\d\d年/);
  const file = page.getByLabel("课程表文件");
  const rows = {
    name: "课表.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("班级,星期,节次,课程"),
  };
  for (const [typed, said] of [
    ["2027/2/30", "没有“2027/2/30”这一天，请改正，或点一下在日历里选"],
    ["放假前", "“放假前”不是日期，请写成 2026-09-01 这样，或点一下在日历里选"],
  ] as const) {
    await last.fill(typed);
    await last.blur();
    await page.getByText(said).waitFor();
    expect(await last.inputValue()).toBe(typed);
    expect(await last.getAttribute("aria-invalid")).toBe("true");
    await file.setInputFiles(rows);
    await page.getByRole("alert").filter({ hasText: "请先改正标出的日期" }).waitFor();
  }
  await takePictures(page, "no-such-day");
  // Enter keeps it as well, and a day of the calendar takes its place
  await last.fill("2027-06-31");
  await last.press("Enter");
  await page.getByText("没有“2027-06-31”这一天").waitFor();
  await last.fill("2027-06-30");
  await last.press("Enter");
  await expect.poll(() => last.inputValue()).toBe("2027年6月30日");
  await last.fill("2027-06-31");
  await page.getByText("没有“2027-06-31”这一天").waitFor({ state: "detached" });
  await last.blur();
  await page.getByText("没有“2027-06-31”这一天").waitFor();
  await last.click();
  await page.locator(".ant-picker-dropdown").getByText("15", { exact: true }).first().click();
  await expect.poll(() => last.inputValue()).toMatch(/15日$/);
  await page.getByText("没有“2027-06-31”这一天").waitFor({ state: "detached" });
  // emptied, it is empty
  await last.fill("");
  await last.blur();
  await file.setInputFiles(rows);
  await page.getByText("请先填写学期的第一天和最后一天").waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("a finger opens a calendar that is whole on the screen, and empties a day", async () => {
  const { context, page, faults } = await openAdministration(
    stage,
    "linlan",
    "/classes/timetable",
    "phone",
  );
  const last = page.getByRole("textbox", { name: "学期最后一天" });
  await expect.poll(() => last.inputValue()).toMatch(/^20\d\d年/);
  await last.tap();
  const calendar = page.locator(".ant-picker-dropdown");
  const isWhole = async () => {
    const { x, width } = (await calendar.boundingBox()) ?? { x: -1, width: 0 };
    return x >= 0 && x + width <= SCREENS.phone.width;
  };
  await expect.poll(isWhole).toBe(true);
  await takePictures(page, "calendar-of-a-phone");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "清除" }).last().tap();
  await expect.poll(() => last.inputValue()).toBe("");
  expect(faults).toEqual([]);
  await context.close();
});

test("the calendar goes from over the next fields when a day is typed, and comes when it is asked for", async () => {
  const { context, page, faults } = await openAdministration(stage, "linlan", "/classes/timetable");
  const last = page.getByRole("textbox", { name: "学期最后一天" });
  await page.locator(".ant-picker").first().waitFor();
  const calendar = page.locator(".ant-picker-dropdown").filter({ visible: true });
  await last.click();
  await calendar.waitFor();
  await last.fill("");
  await last.pressSequentially("2027-7-9");
  await calendar.waitFor({ state: "detached" });
  await last.press("Enter");
  await expect.poll(() => last.inputValue()).toBe("2027年7月9日");
  expect(await calendar.count()).toBe(0);
  await last.press("Enter");
  await calendar.waitFor();
  await last.press("Escape");
  await calendar.waitFor({ state: "detached" });
  expect(faults).toEqual([]);
  await context.close();
});
