import { readFileSync } from "node:fs";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { markFaults, readRosterFile, rosterTemplate, RosterFileRefused } from "./api.ts";
import { readTables } from "./reading.ts";
import { workbookOf } from "./workbook.fixture.ts";
import { packed, packedMany, rawZip, type RawEntry } from "./zip.fixture.ts";

const OPTIONS = {
  name: "名册.xlsx",
  kind: "student" as const,
  remembered: {},
  id_key: "key of this test",
  now: new Date("2026-11-23T00:00:00Z"),
};
const MEGABYTE = 2 ** 20;
/** Memory that a refused file may take beyond what was there, its own bytes and a thread's included. */
const MAX_MEMORY = 700 * MEGABYTE;

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relation = (type: string, target: string) =>
  `<Relationships><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;
/** Returns a workbook with this entry as its only sheet. */
const withSheet = (sheet: RawEntry) =>
  rawZip([
    packed("_rels/.rels", relation("officeDocument", "xl/workbook.xml")),
    packed(
      "xl/workbook.xml",
      `<workbook xmlns:r="r"><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>`,
    ),
    packed("xl/_rels/workbook.xml.rels", relation("worksheet", "worksheets/sheet1.xml")),
    sheet,
  ]);

/** Reads a file, and returns the sentence of its refusal and the memory that it took, in bytes. */
async function refusal(bytes: Uint8Array): Promise<{ message: string; memory: number }> {
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  try {
    await readRosterFile(bytes, OPTIONS);
  } catch (error) {
    if (!(error instanceof RosterFileRefused)) throw error;
    return { message: error.message, memory: most - before };
  } finally {
    clearInterval(watch);
  }
  throw new Error("the file was not refused");
}

describe("bombs and lies end in one sentence and bounded memory (RO-07)", () => {
  const open = `<worksheet xmlns="${MAIN}"><sheetData>`;
  const bombs: readonly (readonly [string, () => Uint8Array, string])[] = [
    [
      "half a gigabyte of blanks",
      () => withSheet(packedMany(open, " ".repeat(MEGABYTE), 512)),
      "大得不像一份名册",
    ],
    [
      "one attribute of two hundred megabytes",
      () => withSheet(packedMany(`${open}<row r="`, "1".repeat(MEGABYTE), 200)),
      "格式不合规范",
    ],
    [
      "one cell of two hundred megabytes",
      () => withSheet(packedMany(`${open}<row><c><v>`, "1".repeat(MEGABYTE), 200)),
      "三万字",
    ],
    [
      "elements in each other without end",
      () => withSheet(packedMany(open, "<a>".repeat(100_000), 100)),
      "格式不合规范",
    ],
    [
      "a million rows",
      () => withSheet(packedMany(open, "<row><c><v>1</v></c></row>".repeat(1000), 1000)),
      "超过 100000 行",
    ],
    [
      "a size that is not true",
      () => withSheet({ ...packedMany(open, " ".repeat(1000), 10), unpacked: 10 }),
      "已损坏",
    ],
    [
      "a million columns in a text",
      () => Buffer.from(`姓名,性别\n${"x,".repeat(1_000_000)}\n`),
      "超过 500 列",
    ],
    [
      "a million columns in a sheet",
      () =>
        workbookOf([
          {
            rows: [],
            xml: `${open}<row r="1"><c r="BDWGN1"><v>1</v></c></row></sheetData></worksheet>`,
          },
        ]),
      "超过 500 列",
    ],
    [
      "entities",
      () =>
        workbookOf([
          {
            rows: [],
            xml: `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]>${open}<row><c t="inlineStr"><is><t>&c;</t></is></c></row></sheetData></worksheet>`,
          },
        ]),
      "格式不合规范",
    ],
    ["100 MB", () => Buffer.alloc(100 * MEGABYTE, "a,b\n"), "文件有 100 MB，最多 32 MB"],
    [
      "a text cell of a megabyte",
      () => Buffer.from(`姓名,性别\n${"x".repeat(MEGABYTE)},男\n`),
      "三万字",
    ],
  ];
  test.each(bombs)("%s", async (_, bytes, sentence) => {
    const { message, memory } = await refusal(bytes());
    expect(message).toContain(sentence);
    expect(message.split("。")).toHaveLength(2);
    expect(memory).toBeLessThan(MAX_MEMORY);
  });
});

describe("what is no roster is refused with one sentence", () => {
  const zip = (...names: string[]) =>
    zipSync(Object.fromEntries(names.map((name) => [name, strToU8("x")])));
  const compound = (name: string) =>
    Buffer.concat([
      Buffer.from("d0cf11e0a1b11ae1", "hex"),
      Buffer.alloc(600),
      Buffer.from(name, "utf16le"),
    ]);
  const whole = workbookOf([{ rows: [["姓名", "性别"]] }]);
  const files: readonly (readonly [string, Uint8Array, string])[] = [
    ["an empty file", Buffer.alloc(0), "文件是空的"],
    ["a picture", Buffer.from("89504e470d0a1a0a0000000d", "hex"), "这是图片"],
    ["a photograph", Buffer.from("ffd8ffe000104a464946", "hex"), "这是图片"],
    ["a PDF", Buffer.from("%PDF-1.7"), "这是PDF 文件"],
    ["a workbook of old Excel", fixture("libreoffice-students.xls"), "旧版 Excel"],
    ["an OpenDocument sheet", fixture("libreoffice-students.ods"), ".ods"],
    ["an encrypted workbook", compound("EncryptedPackage"), "打开密码"],
    [
      "a workbook with macros",
      workbookOf([{ rows: [["姓名"]] }], { parts: { "xl/vbaProject.bin": strToU8("x") } }),
      "带有宏",
    ],
    ["a binary workbook", zip("xl/workbook.bin"), ".xlsb"],
    ["a Word document", zip("word/document.xml"), "Word 文档"],
    ["any other zip", zip("a.txt"), "这是压缩包"],
    ["a zip with a password", rawZip([{ ...packed("a.csv", "x"), flags: 1 }]), "加了密码"],
    ["a page that is called .xls", Buffer.from("<html><table></table></html>"), "其实是一个网页"],
    ["a workbook that was cut off", whole.subarray(0, whole.length - 40), "已损坏"],
    ["a workbook that was cut off, of UTF-16", Buffer.from("fffe41", "hex"), "不是表格"],
    ["an empty workbook", workbookOf([{ rows: [] }]), "没有内容"],
    ["bytes at random", Buffer.from("0102030405060708ff", "hex"), "不是表格"],
  ];
  test.each(files)("%s", (_, bytes, sentence) => {
    const read = () => readTables(bytes, "名册.xlsx");
    expect(read).toThrow(RosterFileRefused);
    expect(read).toThrow(new RegExp(`^[^。]*${sentence.replaceAll(".", String.raw`\.`)}[^。]*。$`));
  });

  test("a OneRoster bundle is recognised as such", async () => {
    const bytes = zip("manifest.csv", "orgs.csv", "users.csv");
    await expect(readRosterFile(bytes, OPTIONS)).rejects.toMatchObject({ is_one_roster: true });
  });
});

describe("files that the room writes", () => {
  test("a template is read without a fault, its example passed over", async () => {
    for (const kind of ["student", "teacher"] as const) {
      const { sheets, people, faults, dropped } = await readRosterFile(await rosterTemplate(kind), {
        ...OPTIONS,
        kind,
      });
      const [first] = sheets;
      expect(first?.columns.every(({ meaning }) => meaning !== null)).toBe(true);
      expect([people, dropped]).toEqual([[], []]);
      expect(faults.every(({ is_warning }) => is_warning)).toBe(true);
    }
  });

  test("a marked file has each fault at its row, and is read as the first was", async () => {
    const rows = [
      ["启明小学"],
      ["姓名", "性别", "班级"],
      ["甲", "难", "三1班"],
      [],
      ["乙", "女", "三1班"],
    ];
    const first = await readRosterFile(workbookOf([{ rows }]), OPTIONS);
    const marked = await markFaults(workbookOf([{ rows }]), first.faults, {
      name: "名册.xlsx",
      sheets: first.sheets,
    });
    const second = await readRosterFile(marked, OPTIONS);
    expect(second.people).toMatchObject([{ name: "乙", row: 5 }]);
    expect(second.dropped).toMatchObject([{ letter: "D", head: "问题" }]);
    const [fault] = second.faults;
    expect(fault).toMatchObject({ row: 3, column: "B" });
    const told = await readRosterFile(marked, {
      ...OPTIONS,
      remembered: { 问题: { field: "school_number" } },
    });
    expect(JSON.stringify(told.sheets)).toContain("没有“难”这样的性别");
  });
});
