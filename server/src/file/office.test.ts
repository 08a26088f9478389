import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { fileTypeOf, OFFICE_TYPES } from "#contract";
import { hasMacros, officeTypeOf } from "./office.ts";
import { isTaken, mayBegin, tidyName, typeOf } from "./rules.ts";

const zip = (...names: string[]) =>
  Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, Buffer.from("<x/>")]))));
const TYPES = "[Content_Types].xml";
const { docx, xlsx, pptx } = OFFICE_TYPES;

test("an office document is what its parts say, whatever it is called", () => {
  expect(typeOf(zip(TYPES, "word/document.xml", "word/styles.xml"))).toBe(docx);
  expect(typeOf(zip("xl/workbook.xml", TYPES))).toBe(xlsx);
  expect(typeOf(zip(TYPES, "ppt/presentation.xml"))).toBe(pptx);
  const others = [
    zip("readme.txt"),
    zip("word/document.xml"),
    zip(TYPES, "word/document.xml", "xl/workbook.xml"),
    zip(TYPES, "xl/workbook.bin"),
    zip(TYPES, "word/document.xml").subarray(0, 60),
    Buffer.concat([Buffer.from("MZ"), zip(TYPES, "word/document.xml")]),
  ];
  expect(others.map(typeOf)).toEqual(others.map(() => undefined));
});

test("one that holds programs is told apart", () => {
  const plain = zip(TYPES, "word/document.xml", "word/media/vba.png");
  expect([officeTypeOf(plain), hasMacros(plain)]).toEqual([docx, false]);
  for (const part of [
    "word/vbaProject.bin",
    "word/VBADATA.bin",
    "xl/macrosheets/sheet1.xml",
    "word/activeX/activeX1.xml",
    "word\\vbaProject.bin",
  ]) {
    expect([part, hasMacros(zip(TYPES, "word/document.xml", part))]).toEqual([part, true]);
  }
});

test("its beginning is let in where such documents are taken, and nowhere else", () => {
  const head = zip(TYPES, "word/document.xml").subarray(0, 16);
  expect([mayBegin("notice", head), mayBegin("feedback", head), mayBegin("media", head)]).toEqual([
    ...[true, false, false],
  ]);
  expect(mayBegin("notice", Buffer.from("<svg xmlns="))).toBe(false);
  expect([isTaken("notice", docx), isTaken("media", docx)]).toEqual([true, false]);
});

test("its type is known by its name, as browsers say what a program on the machine says", () => {
  expect(fileTypeOf({ name: "通知.DOCX", type: "application/wps-office.docx" })).toBe(docx);
  expect(fileTypeOf({ name: "名单.xlsx", type: "" })).toBe(xlsx);
  expect(fileTypeOf({ name: "通知.docx.pdf", type: "application/pdf" })).toBe("application/pdf");
  expect(tidyName("家长会.PPTX", pptx)).toBe("家长会.pptx");
});
