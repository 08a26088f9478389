import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { RosterPerson } from "#contract";
import { checkCharacter } from "./id-number.ts";
import { readRoster, type ReadingOptions } from "./reading.ts";
import { workbookOf, type TestCell, type TestSheet } from "./workbook.fixture.ts";

const OPTIONS: ReadingOptions = {
  name: "名册.xlsx",
  kind: "student",
  remembered: {},
  id_key: "key of this test",
  today: "2026-11-23",
  stages: ["primary", "junior"],
};
const HEADS = ["姓名", "性别", "出生日期", "学籍号", "班级"];
const CHILD = ["王小明", "男", "2018-03-05", "L110105201803050018", "三年级2班"];

const read = (bytes: Uint8Array, more: Partial<ReadingOptions> = {}) =>
  readRoster(bytes, { ...OPTIONS, ...more });
const ofRows = (rows: TestCell[][], more: Partial<ReadingOptions> = {}) =>
  read(workbookOf([{ rows }]), more);
const idNumber = (digits: string) => digits + checkCharacter(digits);
const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));
const csv = (text: string, encoding: BufferEncoding = "utf8") => Buffer.from(text, encoding);
/** Faults that forbid an import, each with its place. */
const faultsOf = ({ faults }: ReturnType<typeof read>) =>
  faults
    .filter(({ is_warning }) => !is_warning)
    .map(({ row, column, message }) => `${column ?? ""}${row ?? ""} ${message}`);

describe("files by LibreOffice", () => {
  test("two-row heads, merged, with a formula, a date, a hidden row and a hidden sheet", () => {
    const reading = read(fixture("libreoffice-students.xlsx"));
    expect(reading.people).toMatchObject([
      {
        row: 4,
        name: "欧阳若曦",
        gender: "female",
        birth_date: "2018-03-05",
        class_name: "三年级2班",
        guardians: [{ name: "欧阳明", mobile: "13800138000" }],
      },
      {
        row: 5,
        name: "阿卜杜热合曼·买买提",
        birth_date: "2017-12-31",
        class_name: "三年级1班",
        guardians: [{ name: "买买提·艾力", mobile: "13900139000" }],
      },
    ]);
    expect(reading.sheets).toMatchObject([
      { name: "三年级", head_row: 3, row_count: 2 },
      { name: "隐藏的表", is_hidden: true, columns: [] },
    ]);
    expect(reading.faults.map(({ message }) => message)).toEqual([
      "有 1 行是隐藏的（如第 5 行），也读了；不要导入的请先删去",
      "工作表是隐藏的，没有读；需要导入时请先取消隐藏",
    ]);
    expect(reading.dropped.map(({ letter, head }) => `${letter} ${head}`)).toEqual([
      "G 民族",
      "H ",
    ]);
  });

  test("a text in GB18030", () => {
    const { people } = read(fixture("libreoffice-gb18030.csv"), { name: "七年级.csv" });
    expect(people).toMatchObject([
      { sheet: "七年级", name: "张小龙", class_name: "七年级3班", grade_id: "7" },
      { name: "喆䶮" },
    ]);
  });

  test("a UTF-16 text with tabs", () => {
    const { people } = read(fixture("libreoffice-utf16-tabs.csv"), { name: "x.txt" });
    expect(people.map(({ name }) => name)).toEqual(["张小龙", "喆䶮"]);
  });
});

describe("texts", () => {
  const TEXT = "姓名,性别,班级\n李四,女,初二(3)班\n";
  test.each([
    ["UTF-8", csv(TEXT)],
    ["UTF-8 with a mark", csv(`\uFEFF${TEXT}`)],
    ["UTF-16 without a mark", csv(TEXT, "utf16le")],
    ["UTF-16, big end first", csv(`\uFEFF${TEXT}`, "utf16le").swap16()],
    ["semicolons", csv(TEXT.replaceAll(",", ";"))],
    [
      "semicolons and remarks with commas",
      csv("姓名;性别;班级;备注\n李四;女;初二(3)班;a,b,c,d,e,f,g\n"),
    ],
  ])("%s", (_, bytes) => {
    const { people } = read(bytes, { name: "八年级.csv" });
    expect(people).toMatchObject([{ name: "李四", gender: "female", class_name: "八年级3班" }]);
  });

  test("GB18030 with a character of Extension B", () => {
    // 𠀀 takes four bytes
    const bytes = Buffer.from("d0d5c3fb2cb0e0bcb60ad5c5953282362cc8fdc4eabcb632b0e00a", "hex");
    const [person] = read(bytes, { name: "x.csv" }).people;
    expect(person?.name).toBe("张𠀀");
  });

  test("numbers that are protected from a spreadsheet", () => {
    const { people } = read(csv('姓名,学号,班级\n李四,="0012",1年级1班\n'), { name: "x.csv" });
    expect(people).toMatchObject([{ school_number: "0012", class_name: "一年级1班" }]);
  });
});

describe("cells", () => {
  test("numbers that lost digits are refused with their place, in workbook and text (RO-02)", () => {
    const lost = ofRows([HEADS, ["王小明", "男", "2018-03-05", 1.1010520180305e17, "三年级2班"]]);
    expect(lost.people).toEqual([]);
    expect(faultsOf(lost)).toEqual([
      "D2 显示为 1.10E+17，Excel 已把末几位变成 0；请把这一列设为“文本”格式，再从原系统复制一次",
    ]);
    const text = read(csv("姓名,学籍号,班级\n李四,5.12E+17,1年级1班\n"), { name: "x.csv" });
    expect(faultsOf(text)[0]).toContain("B2 显示为 5.12E+17");
  });

  test("a fault says whose row it is in, but for one of the name itself; no identity-card number is taken for a name", () => {
    const born = ["男", "2018.2.31", "L110105201803050018", "三年级2班"];
    const { faults } = ofRows([
      HEADS,
      [" 王小明 ", ...born],
      ["", ...born.with(1, "2018-03-05")],
      [idNumber("11010520180305001"), ...born.with(2, "L110105201803050019")],
    ]);
    expect(faults.map(({ row, field, name }) => [row, field, name])).toEqual(
      expect.arrayContaining([
        [2, "birth_date", "王小明"],
        [3, "name", null],
      ]),
    );
    expect(JSON.stringify(faults)).not.toContain("110105201803050");
  });

  test("a telephone number that lost digits says so, too (RO-02)", () => {
    const text = read(csv("姓名,父亲姓名,父亲电话,班级\n李四,李大,1.38E+10,1年级1班\n"), {
      name: "x.csv",
    });
    expect(faultsOf(text)[0]).toContain("C2 显示为 1.38E+10");
  });

  test("the apostrophe that an export wrote before a number is none of it", () => {
    const { people } = ofRows([
      ["姓名", "学号", "出生日期", "班级"],
      ["甲", "'0012", "'2018-03-05", "三1班"],
      ["乙", "’0013", "", "三1班"],
    ]);
    expect(people).toMatchObject([
      { school_number: "0012", birth_date: "2018-03-05" },
      { school_number: "0013" },
    ]);
  });

  test("a number that may have lost its zeros is told; numbers of several lengths are not", () => {
    const told = (...numbers: TestCell[]) =>
      ofRows([
        ["姓名", "学号", "班级"],
        ...numbers.map((number, at) => [`甲${"一二三四".charAt(at)}`, number, "三1班"]),
      ]).faults;
    expect(told("0012", 13, "0014", 10_000)).toMatchObject([
      {
        ...{ row: 3, column: "B", is_warning: true },
        message: "开头的 0 可能丢了：这里是“13”，第 2 行是“0012”；请核对，少了就改正",
      },
    ]);
    expect(told(7, 12, 113)).toEqual([]);
  });

  test.each<[string, TestCell, boolean]>([
    ["a serial of 1900 in a custom format", { s: 2, xml: "<v>43164</v>" }, false],
    ["a serial of 1904", { s: 1, xml: "<v>41702</v>" }, true],
    ["a serial that is shown as a number", 43164, false],
    ["points", "2018.3.5", false],
    ["Chinese", "2018年3月5日", false],
    ["slashes", "2018/03/05", false],
    ["eight digits", "20180305", false],
    ["eight digits as a number", 20180305, false],
    ["full-width digits and blanks", "２０１８－０３－０５\u00A0 ", false],
    ["a formula", { t: "str", xml: "<f>TEXT(A1)</f><v>2018-03-05</v>" }, false],
  ])("a day as %s", (_, cell, is_1904) => {
    const rows = [HEADS, ["王小明", "男", cell, "", "三年级2班"]];
    const reading = read(workbookOf([{ rows }], { is_1904 }));
    expect(faultsOf(reading)).toEqual([]);
    expect(reading.people).toMatchObject([{ birth_date: "2018-03-05" }]);
  });

  test("an error, a formula without a value, and a day that is none name their cells", () => {
    const reading = ofRows([
      HEADS,
      ["甲", "男", { t: "e", xml: "<f>X</f><v>#N/A</v>" }, "", "三年级2班"],
      ["乙", { xml: "<f>B1</f>" }, "", "", "三年级2班"],
      ["丙", "不男", "2018-02-30", "", "三年级2班"],
    ]);
    expect(faultsOf(reading)).toEqual([
      "C2 公式算出了错误 #N/A，请改成正确的内容",
      "B3 公式没有算出的值，请在 Excel 中打开文件、保存一次再传",
      "B4 没有“不男”这样的性别，请填 男 或 女",
      "C4 “2018-02-30”不是日期，请写成 2016-09-01、2016年9月1日 或 20160901",
    ]);
  });

  test("numbers of a format with zeros, rich texts, hints of pronunciation, escapes", () => {
    const rich = "<is><r><t>王</t></r><rPh><t>wang</t></rPh><r><t>小明_x000D_</t></r></is>";
    const { people } = ofRows([
      ["学号", "姓名", "班级"],
      [{ s: 3, xml: "<v>12</v>" }, { t: "inlineStr", xml: rich }, "三1班"],
    ]);
    expect(people).toMatchObject([{ school_number: "0012", name: "王小明" }]);
  });

  test("names of fifty characters, points of every kind, rare characters; fifty-one are one too many", () => {
    const long = `${"阿".repeat(24)}·${"卜".repeat(25)}`;
    const rows = [
      "艾力‧买买提",
      "艾力・买买提",
      "艾力.买买提",
      "艾力 • 买买提",
      "𠮷𫝀",
      long,
      `${long}多`,
    ];
    const reading = ofRows([["姓名", "班级"], ...rows.map((name) => [name, "三1班"])]);
    const names = reading.people.map(({ name }) => name);
    expect(names).toEqual([...Array(4).fill("艾力·买买提"), "𠮷𫝀", long]);
    expect(faultsOf(reading)).toEqual(["A8 姓名最多 50 个字，这里有 51 个字，请填写或改正"]);
  });

  test("trailing blanks, full-width digits and letters, codes of the sexes", () => {
    const { people } = ofRows([
      ["姓 名", "性别（必填）", "学号*", "班 级", "联系电话", "监护人"],
      ["王　明 \u00A0", "２", "ｓ００１ ", "３年级（１）班 ", "+86 138-0013-8000", "王大"],
    ]);
    expect(people).toMatchObject([
      {
        ...{ name: "王明", gender: "female", school_number: "s001", class_name: "三年级1班" },
        guardians: [{ name: "王大", mobile: "13800138000" }],
      },
    ]);
  });
});

describe("sheets", () => {
  test("the student-record system's own heads", () => {
    const heads = `个人标识码 姓名 性别 出生日期 身份证件类型 身份证件号 民族 年级 班级 班号 入学年月 成员1姓名 成员1关系 成员1联系电话 成员1身份证件号 成员2姓名 成员2关系 成员2联系电话`;
    const { sheets, people, faults } = ofRows([
      heads.split(" "),
      [
        ...["J110105201803050012", "王明", "男", "20180305", "居民身份证", "", "汉族", "三年级"],
        ...["3班", "202401", "202409", "王大", "父亲", "13800138000", "", "李芳", "母亲", ""],
      ],
    ]);
    expect(sheets[0]?.columns.map(({ meaning }) => meaning?.field ?? "-").join(" ")).toBe(
      "number name gender birth_date id_type id_card - grade class - admission_date guardian_name guardian_relation guardian_mobile - guardian_name guardian_relation guardian_mobile",
    );
    expect(people).toEqual([]);
    // the number is made up: its check digit is not
    expect(faults.map(({ message }) => message)).toEqual([
      "学籍号的校验码不对，有一位输错了，请对照学籍系统改正",
    ]);
  });

  test("titles above, heads in the tenth row; a remark and a sum below are no people", () => {
    const rows: TestCell[][] = [
      ["启明小学"],
      ["2026 年"],
      ...Array.from({ length: 7 }, () => []),
      HEADS,
    ];
    const reading = ofRows([...rows, CHILD, ["合计", "1 人"], ["填表人：林岚"]]);
    expect(reading).toMatchObject({ sheets: [{ head_row: 10 }], people: [{ row: 11 }] });
    expect(faultsOf(reading)).toEqual([]);
  });

  test("sentences and classes between the rows are no people", () => {
    const reading = ofRows([
      ["姓名", "性别"],
      ["三年级1班"],
      ["王小明", "男"],
      ["123", "男"],
      ["本表一式两份，请如实填写"],
      ["校长签字："],
    ]);
    expect(reading.people.map(({ name }) => name)).toEqual(["王小明"]);
    expect(reading.faults.map(({ row, message }) => `${row} ${message.slice(0, 12)}`)).toEqual([
      "null 没有班级一列，新来的学生",
      "2 “三年级1班”不是姓名；",
      "4 “123”不是姓名；班级",
      "5 只有一格有内容（“本表一",
      "6 只有一格有内容（“校长签",
    ]);
  });

  test("a merged class counts for all of its rows", () => {
    const rows = [
      ["班级", "姓名"],
      ["三1班", "甲"],
      ["", "乙"],
      ["三2班", "丙"],
    ];
    const { people, faults } = read(workbookOf([{ rows, merged: ["A2:A3"] }]));
    expect(people.map(({ class_name }) => class_name)).toEqual([
      "三年级1班",
      "三年级1班",
      "三年级2班",
    ]);
    expect(faults).toEqual([]);
  });

  test("a second list beside the first is told, unless a person says that it is not needed", () => {
    const rows = [
      ["姓名", "班级", "", "姓名", "班级"],
      ["甲", "三1班", "", "乙", "三2班"],
    ];
    const told = (reading: ReturnType<typeof read>) =>
      reading.faults.filter(({ message }) => message.includes("并排的名单"));
    const { faults, people } = ofRows(rows);
    expect(faults.filter(({ is_warning }) => !is_warning)).toEqual([]);
    expect(people).toHaveLength(1);
    expect(told(ofRows(rows)).map(({ message }) => message)).toEqual([
      "D 列也是“姓名”，没有读：并排的名单请接在下面再导入；不需要这一列就不用管",
    ]);
    const mapping = [{ sheet: "Sheet1", columns: [{ index: 3, meaning: null }] }];
    expect(told(ofRows(rows, { mapping }))).toEqual([]);
  });

  test("hidden columns are read and told", () => {
    const bytes = workbookOf([{ rows: [HEADS, CHILD], hidden_columns: [5, 9] }]);
    expect(read(bytes).faults.flatMap(({ row, message }) => (row ? [] : message))).toEqual([
      "E 列（班级）是隐藏的，也读了；不要的请先删去",
    ]);
  });

  test("the tenth class of a grade may be 3.1 in a cell with a number", () => {
    const of = (...cells: TestCell[]) =>
      ofRows([["姓名", "班级"], ...cells.map((cell, at) => [`甲${"一二三".charAt(at)}`, cell])]);
    expect(of(3.1, 3.9).faults).toMatchObject([
      { row: 2, column: "B", is_warning: true, message: expect.stringContaining("3.10") },
    ]);
    expect(of(3.1, 3.2).faults).toEqual([]);
    expect(of("3.1", "3.9", "3.10").faults).toEqual([]);
  });

  test("no heads: a fault, and none once a person has said what the columns are", () => {
    const rows = [CHILD, ["李四", "女", "2018-01-01", "", "三年级1班"]];
    expect(faultsOf(ofRows(rows))[0]).toContain("没有找到表头");
    const columns = ["name", "gender", "birth_date", "number", "class"] as const;
    const { people } = ofRows(rows, {
      mapping: [
        {
          sheet: "Sheet1",
          head_row: null,
          columns: columns.map((field, index) => ({ index, meaning: { field } })),
        },
      ],
    });
    expect(people.map(({ name }) => name)).toEqual(["王小明", "李四"]);
  });

  test("several sheets: an explanation without heads is passed over, one may be left out", () => {
    const bytes = workbookOf([
      { name: "一班", rows: [HEADS, CHILD] },
      { name: "说明", rows: [["请如实填写"]] },
      { name: "二班", rows: [HEADS, ["李四", "女", "", "", "三年级1班"]] },
      { name: "空", rows: [] },
    ]);
    const reading = read(bytes, { mapping: [{ sheet: "二班", is_left_out: true }] });
    expect(reading.people.map(({ name }) => name)).toEqual(["王小明"]);
    expect(reading.sheets.map(({ name, is_left_out }) => [name, is_left_out])).toEqual([
      ["一班", false],
      ["说明", true],
      ["二班", true],
    ]);
    expect(faultsOf(reading)).toEqual([]);
  });

  test("sheets that are called by classes, without a column for them, say the class", () => {
    const rows = (name: string, ...more: string[]) => [
      ["姓名", "性别", ...more.map(() => "年级")],
      [name, "男", ...more],
    ];
    const placed = (...sheets: TestSheet[]) => {
      const { people, faults } = read(workbookOf(sheets));
      return {
        classes: people.map(({ grade_id, class_name }) => `${grade_id} ${class_name}`),
        told: faults.map(({ sheet, message }) => `${sheet} ${message}`),
      };
    };
    expect(
      placed(
        { name: "三（1）班", rows: rows("甲一") },
        { name: "说明", rows: [["请如实填写"]] },
        { name: "四年级2班", rows: rows("乙二") },
      ),
    ).toEqual({
      classes: ["3 三年级1班", "4 四年级2班"],
      told: [
        "三（1）班 没有班级一列，按工作表的名称编在“三年级1班”",
        "说明 开头十行里没有找到表头（姓名、性别、班级等），没有读这张表",
        "四年级2班 没有班级一列，按工作表的名称编在“四年级2班”",
      ],
    });
    expect(placed({ name: "2班", rows: rows("丙三", "五年级") }).classes).toEqual(["5 五年级2班"]);
    // one that is no class: nobody knows what the others are
    const mixed = placed(
      { name: "三1班", rows: rows("甲一") },
      { name: "转入", rows: rows("丁四") },
    );
    expect(mixed.classes).toEqual(["undefined undefined", "undefined undefined"]);
    expect(mixed.told.every((one) => one.includes("新来的学生不会在任何班级里"))).toBe(true);
    // a column says it, whatever the sheet is called
    expect(placed({ name: "三1班", rows: [HEADS, CHILD] }).classes).toEqual(["3 三年级2班"]);
  });

  test("heads only", () => {
    expect(faultsOf(ofRows([HEADS]))).toEqual([
      " 只有表头，没有学生或教师，请检查是不是导出了空表",
    ]);
  });

  test("the heads once more in the middle, and the example of a template, are no people", () => {
    const reading = ofRows([HEADS, ["(示例)王小明", "男"], CHILD, HEADS]);
    expect(reading.people.map(({ row }) => row)).toEqual([3]);
    expect(faultsOf(reading)).toEqual([]);
  });

  test("a column without a head is known by its cells; what was remembered comes first", () => {
    const rows = [
      ["姓名", "", "所属", "班级"],
      ...["甲", "乙", "丙"].map((name) => [name, "男", "x", "三1班"]),
    ];
    const { sheets } = ofRows(rows, {
      remembered: { 所属: { field: "school_number" }, 班级: null },
    });
    expect(sheets[0]?.columns.map(({ meaning, why }) => [meaning?.field, why])).toEqual([
      ["name", "head"],
      ["gender", "cells"],
      ["school_number", "remembered"],
      // that it is not needed was remembered as well
      [undefined, "remembered"],
    ]);
  });

  test("a cell that was corrected in the page stands in place of the file's", () => {
    const rows = [HEADS, ["王小明", "难", "2018-03-05", "", "三年级2班"]];
    expect(faultsOf(ofRows(rows))).toHaveLength(1);
    const { people, faults } = ofRows(rows, {
      corrections: [{ sheet: "Sheet1", row: 2, index: 1, value: "男" }],
    });
    expect([people[0]?.gender, faults]).toEqual(["male", []]);
  });
});

describe("people", () => {
  test("one name of a class in two grades is told: a class of two years, or two classes", () => {
    const heads = ["姓名", "年级", "班级"];
    const rows = ["一年级", "二年级", "二年级"].map((grade, at) => [`王${at}`, grade, "星星班"]);
    expect(ofRows([heads, ...rows]).faults).toMatchObject([
      {
        ...{ row: 3, column: "C", is_warning: true },
        message:
          "“星星班”里有一年级和二年级的学生，会编在同一个班里；如果是两个班，请在班名前写上年级",
      },
    ]);
    const others = [
      ["王三", "一年级", "一二年级复式班"],
      ["王四", "二年级", "一二年级复式班"],
      ["王五", "一年级", "1班"],
      ["王六", "二年级", "1班"],
    ];
    expect(ofRows([heads, ...others]).faults).toEqual([]);
  });

  test("twins with one number are a fault that names both rows; twins with their own are two", () => {
    const one = ofRows([HEADS, CHILD, ["王小亮", ...CHILD.slice(1)]]);
    expect(faultsOf(one)).toEqual(["D3 学籍号与第 2 行相同，请删去一行，或改正其中一个"]);
    const two = ofRows([
      HEADS,
      CHILD,
      ["王小亮", "男", "2018-03-05", "L110105201803050026", "三1班"],
    ]);
    expect(two.people.map(({ name }) => name)).toEqual(["王小明", "王小亮"]);
  });

  test("one identity card in two numbers is said of the column that holds it", () => {
    const number = "G11010519491231002X";
    const again = ofRows([
      HEADS,
      ["王小明", "女", "", number, "三1班"],
      ["王小亮", "", "", number],
    ]);
    expect(faultsOf(again)).toEqual([
      "D3 学籍号里的身份证号与第 2 行相同，请删去一行，或改正其中一个",
    ]);
  });

  test("a pupil twice without a number is told, and two pupils of one name are not", () => {
    const heads = ["姓名", "出生日期", "学号", "班级"];
    const told = (...rows: TestCell[][]) =>
      ofRows([heads, ...rows]).faults.map(({ row, column, message }) => ({ row, column, message }));
    const message = "与第 2 行可能是同一个人：是的话请删去一行，不然会有两个账号";
    const born = ["王小明", "2018-03-05", "", "三1班"];
    expect(told(born, ["王 小明", "2018.3.5", "", "三2班"])).toEqual([
      { row: 3, column: "A", message },
    ]);
    expect(told(born, ["王小明", "", "7", "三1班"])).toEqual([{ row: 3, column: "A", message }]);
    expect(told(born, ["王小明", "2018-03-06", "", "三1班"])).toEqual([]);
    expect(told(born, ["王小明", "", "", "三2班"])).toEqual([]);
    const numbered = (number: string) => ["王小明", "2018-03-05", number, "三1班"];
    expect(told(numbered("7"), numbered("8"))).toEqual([]);
  });

  test("two teachers with one mobile number are told, two children with one guardian's are not", () => {
    const heads = ["姓名", "手机号", "工号"];
    const rows = [
      ["王芳", "13900000001", "1"],
      ["李强", "13900000002", "2"],
      ["赵敏", "139 0000 0001", "3"],
      ["钱进", "", "4"],
      ["孙立", "", "5"],
    ];
    const { faults, people } = ofRows([heads, ...rows], { kind: "teacher" });
    expect(people).toHaveLength(5);
    expect(faults).toMatchObject([
      {
        ...{ row: 4, column: "B", field: "mobile", name: "赵敏", is_warning: true },
        message: "手机号与第 2 行的“王芳”相同，用它登录时分不清是谁，请核对",
      },
    ]);
    const children = [
      ["姓名", "班级", "父亲姓名", "父亲电话"],
      ["王小明", "三1班", "王强", "13900000001"],
      ["王小亮", "三2班", "王强", "13900000001"],
    ];
    expect(ofRows(children).faults).toEqual([]);
  });

  test("subjects without the classes in which they are taught are told once", () => {
    const heads = ["姓名", "任教学科", "班主任"];
    const rows = [
      ["王芳", "语文", "三年级1班"],
      ["李强", "数学", "三年级2班"],
    ];
    expect(ofRows([heads, ...rows], { kind: "teacher" }).faults).toMatchObject([
      { row: null, is_warning: true, message: expect.stringContaining("没有任教班级一列") },
    ]);
    const taught = rows.map((row) => [...row, "三年级1班"]);
    expect(ofRows([[...heads, "任教班级"], ...taught], { kind: "teacher" }).faults).toEqual([]);
  });

  test("a teacher without a number is one by name and mobile number, and else told", () => {
    const rows = (...mobiles: string[]) =>
      ofRows(
        [
          ["姓名", "手机号", "班级", "学科"],
          ...mobiles.map((mobile, at) => ["林岚", mobile, `三${at + 1}班`, "语文"]),
        ],
        { kind: "teacher" },
      );
    const one = rows("13800138000", "13800138000");
    expect(one.people.map(({ teaches }) => teaches.length)).toEqual([2]);
    expect(one.faults).toEqual([]);
    expect(rows("13800138000", "").faults).toMatchObject([{ row: 3, is_warning: true }]);
    expect(rows("13800138000", "13800138001").faults).toEqual([]);
  });

  test("two guardians with one phone, and a relation that the head says", () => {
    const { people } = ofRows([
      ["姓名", "班级", "父亲姓名", "父亲手机", "母亲姓名", "母亲手机"],
      ["王小明", "三1班", "王大", "13800138000", "李芳", "13800138000"],
    ]);
    expect(people[0]?.guardians).toEqual([
      { name: "王大", relation: "父亲", mobile: "13800138000" },
      { name: "李芳", relation: "母亲", mobile: "13800138000" },
    ]);
  });

  test("a telephone number beside nobody's name is dropped, and said to be; what was chosen is not said", () => {
    const rows = [
      ["姓名", "班级", "父亲姓名", "父亲电话", "母亲电话"],
      ["甲", "三1班", "王大", "13800138000", "13900139000"],
    ];
    const nobodys = /没有读：旁边没有这位家长的姓名/;
    const { people, faults } = ofRows(rows);
    expect(people).toMatchObject([{ guardians: [{ name: "王大", mobile: "13800138000" }] }]);
    expect(faults).toEqual([
      expect.objectContaining({ message: expect.stringMatching(nobodys), is_warning: true }),
    ]);
    expect(faults[0]?.message).toContain("E 列“母亲电话”没有读");
    const said = (more: Partial<ReadingOptions>, of = rows) =>
      ofRows(of, more).faults.filter(({ message }) => nobodys.test(message));
    expect(said({ remembered: { 母亲电话: null } })).toEqual([]);
    const columns = [{ index: 4, meaning: null }];
    expect(said({ mapping: [{ sheet: "Sheet1", columns }] })).toEqual([]);
    expect(said({ kind: "teacher" })).toEqual([]);
    // those beyond the last guardian have their names beside them
    const all = ["1", "2", "3", "4", "5"].flatMap((of) => [`家长${of}姓名`, `家长${of}电话`]);
    const five = [
      ["姓名", "班级", ...all],
      ["甲", "三1班", ...all.map(() => "")],
    ];
    expect(said({}, five)).toEqual([]);
  });

  test("what is no column is dropped; words of the language itself are words", () => {
    const { people, faults, dropped } = ofRows(
      [
        ["姓名", "班级", "联系电话", "constructor"],
        ["甲", "三1班", "010-62345678", "x"],
      ],
      { remembered: {} },
    );
    expect(people).toMatchObject([{ name: "甲", guardians: [] }]);
    expect(faults.map(({ message }) => message)).toEqual([
      expect.stringContaining("C 列“联系电话”没有读"),
    ]);
    expect(dropped.map(({ head }) => head)).toEqual(["联系电话", "constructor"]);
    const strange = ofRows([
      ["姓名", "性别", "班级"],
      ["乙", "constructor", "toString"],
    ]);
    expect(faultsOf(strange)[0]).toContain("没有“constructor”这样的性别");
  });

  test("five thousand faults are named and the others counted; warnings hide none", () => {
    const warned = Array.from({ length: 1200 }, () => ["甲", "男", ""]);
    const faulty = Array.from({ length: 5002 }, () => ["乙", "难", "三1班"]);
    const reading = ofRows([["姓名", "性别", "班级"], ...warned, ...faulty]);
    expect(reading.faults).toHaveLength(6002);
    expect(reading.faults.slice(-2).map(({ message }) => message)).toEqual([
      "问题太多，另有 2 处没有列出；请先改正列出的，再传一次",
      "另有 200 处提醒没有列出",
    ]);
  });

  test("a class of two years keeps its name; the grade is the pupil's own", () => {
    const heads = ["姓名", "年级", "班级"];
    const { people } = ofRows([
      heads,
      ["甲", "一年级", "一二年级复式班"],
      ["乙", "2", "一二年级复式班"],
    ]);
    expect(people.map(({ grade_id, class_name }) => [grade_id, class_name])).toEqual([
      ["1", "一二年级复式班"],
      ["2", "一二年级复式班"],
    ]);
    const without = ofRows([
      ["姓名", "班级"],
      ["甲", "一二年级复式班"],
    ]);
    expect(faultsOf(without)[0]).toContain("看不出年级");
  });

  test("a kindergarten", () => {
    const rows = [
      ["幼儿姓名", "班级"],
      ["甲", "大一班"],
      ["乙", "小班2班"],
      ["丙", "向日葵班"],
    ];
    const reading = ofRows(rows);
    expect(reading.people.map(({ grade_id, class_name }) => [grade_id, class_name])).toEqual([
      ["k3", "大班1班"],
      ["k1", "小班2班"],
    ]);
    expect(faultsOf(reading)).toEqual([
      "B4 从班级“向日葵班”看不出年级，请加一列年级，写学生自己的年级",
    ]);
  });

  test("a teacher of four classes, in one cell or in four rows", () => {
    const cell = ofRows(
      [
        ["姓名", "工号", "手机号", "任教学科", "任教班级", "班主任"],
        ["林岚", "T1", 13800138000, "语文", "三1班、三2班、四（1）班、四（2）班", "三年级1班"],
      ],
      { kind: "teacher" },
    );
    const rows = ofRows(
      [
        ["姓名", "工号", "班级", "学科"],
        ...["三1班", "三2班", "四1班", "四2班"].map((name) => ["林岚", "T1", name, "语文"]),
      ],
      { kind: "teacher" },
    );
    const classes = ["三年级1班", "三年级2班", "四年级1班", "四年级2班"];
    for (const { people } of [cell, rows]) {
      expect(people).toHaveLength(1);
      expect(people[0]?.teaches.map(({ class_name }) => class_name)).toEqual(classes);
    }
    expect(cell.people).toMatchObject([{ heads: ["三年级1班"], mobile: "13800138000" }]);
  });

  test("a dash between grade and number of a class that is taught stays", () => {
    const { people } = ofRows(
      [
        ["姓名", "任教班级"],
        ["林岚", "3-2语文；三（1）班-数学"],
      ],
      { kind: "teacher" },
    );
    expect(people[0]?.teaches).toMatchObject([
      { class_name: "三年级2班", subject: "语文" },
      { class_name: "三年级1班", subject: "数学" },
    ]);
  });

  test("2023级 is a grade by the school year and the school's stages", () => {
    const rows = [
      ["姓名", "年级", "班级"],
      ["甲", "2023级", "3班"],
      ["乙", "2025级", "1班"],
    ];
    const primary = ofRows(rows, { stages: ["primary"] });
    expect(primary.people.map(({ class_name }) => class_name)).toEqual(["四年级3班", "二年级1班"]);
    const both = ofRows(rows);
    expect(both.people.map(({ class_name }) => class_name)).toEqual(["四年级3班"]);
    expect(faultsOf(both)).toEqual(["B3 从“2025级”看不出是哪个年级，请改写为 三年级 这样的名称"]);
  });
});

describe("five years of primary and four of junior school", () => {
  const rows = [
    ["姓名", "学段", "年级", "班级"],
    ["甲", "初中", "初一", "1班"],
    ["乙", "初中", "初四", "1班"],
    ["丙", "小学", "五年级", "1班"],
  ];
  const places = ({ people }: { people: readonly RosterPerson[] }) =>
    people.map(({ stage_id, class_name }) => [stage_id, class_name]);

  test("a file that names 初四 counts 初一 as the sixth grade", () => {
    expect(places(ofRows(rows))).toEqual([
      ["junior", "六年级1班"],
      ["junior", "九年级1班"],
      ["primary", "五年级1班"],
    ]);
    expect(places(ofRows(rows.filter(([name]) => name !== "乙")))).toEqual([
      ["junior", "七年级1班"],
      ["primary", "五年级1班"],
    ]);
  });

  test("the school says it, or the row that puts the sixth grade into junior school", () => {
    const sixth = [
      ["姓名", "学段", "年级", "班级"],
      ["甲", "初中", "六年级", "1班"],
    ];
    expect(places(ofRows(sixth))).toEqual([["junior", "六年级1班"]]);
    expect(places(ofRows(sixth, { system: "5-4" }))).toEqual([["junior", "六年级1班"]]);
    const six = ofRows(sixth, { system: "6-3" });
    expect(faultsOf(six)).toEqual(["C2 年级与学段对不上，请改正其中一个"]);
    const fourth = ofRows(rows, { system: "6-3" });
    expect(faultsOf(fourth)).toEqual([
      "C3 没有这样的年级，请写 一年级 至 高三，或 托班、小班、中班、大班",
    ]);
  });
});

describe("identity-card numbers (RO-03)", () => {
  const OWN = idNumber("11010520180305001");
  const OTHER = idNumber("11010520170101002");
  const PARENT = idNumber("11010519850101003");

  test("the same card, alone or in a 学籍号, gives one keyed hash, and is nowhere else", () => {
    const sheet: TestSheet = {
      name: `名单${OTHER}`,
      rows: [
        [
          "姓名",
          "性别",
          "出生日期",
          "学籍号",
          "身份证号",
          "父亲姓名",
          "父亲身份证号",
          "班级",
          "备注",
          OTHER,
        ],
        ["甲", "男", "2018-03-05", `G${OWN}`, "", "甲父", PARENT, "三1班", OWN, "x"],
        ["乙", "女", "2017-01-01", "", OTHER, "乙父", PARENT, "三1班", OTHER, ""],
        [
          `丙${OTHER}`,
          "女",
          "",
          "",
          `${OTHER.slice(0, 17)}${OTHER[17] === "1" ? "2" : "1"}`,
          "",
          "",
          "三1班",
        ],
        ["丁", "女", "", OTHER, "", "", "", `三1班${PARENT}`],
        ["戊", OTHER, OTHER, `L${OTHER}1`, "", OTHER, "", OTHER],
      ],
    };
    const reading = read(workbookOf([sheet]));
    expect(reading.people.map(({ name }) => name)).toEqual(["甲", "乙"]);
    expect(reading.people[0]).not.toHaveProperty("number");
    const alone = ofRows([
      ["姓名", "身份证件号", "班级"],
      ["甲", OWN.toLowerCase(), "三1班"],
    ]);
    expect(alone.people[0]?.id_hash).toBe(reading.people[0]?.id_hash);
    expect(alone.people[0]?.id_hash).toMatch(/^[\da-f]{64}$/);
    const other = read(workbookOf([sheet]), { id_key: "another" });
    expect(other.people[0]?.id_hash).not.toBe(reading.people[0]?.id_hash);
    const all = JSON.stringify(reading);
    for (const number of [OWN, OTHER, PARENT]) expect(all).not.toContain(number.slice(0, 17));
  });

  test.each([
    ["110105201803051", "是 15 位的旧身份证号，请填 18 位的身份证号"],
    ["11010520180230001X", "身份证号里的地区或出生日期不存在，请对照证件改正"],
    [OWN.slice(0, 16) + OWN.slice(17) + OWN.slice(16, 17), "身份证号的校验码不对"],
    ["1101052018", "不是 18 位的身份证号（有 10 个字符），请对照证件改正"],
  ])("a card's number %# is refused without saying it", (number, message) => {
    const [fault] = faultsOf(
      ofRows([
        ["姓名", "身份证号", "班级"],
        ["甲", number, "三1班"],
      ]),
    );
    expect(fault).toContain(message);
    expect(fault).not.toContain(number);
  });

  test("a passport is hashed, too", () => {
    const heads = ["姓名", "身份证件类型", "身份证件号", "班级"];
    const { people } = ofRows([heads, ["Anna Li", "护照", "E12345678", "三1班"]]);
    expect(people[0]?.id_hash).toMatch(/^[\da-f]{64}$/);
    expect(JSON.stringify(people)).not.toContain("E12345678");
  });
});
