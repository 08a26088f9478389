import { expect, test } from "vitest";
import { wordsOfPdf } from "./drawn.fixture.ts";
import { widthOf, writePdf } from "./pdf.ts";
import { Sheets } from "./sheet.ts";

const FORMAT = { width: 300, height: 200, margin: 20, size: 10, colour: "#1274aa" };
const pagesOf = (text: string) => new Sheets(FORMAT, "foot").paragraph(text).pages();

function linesOf(text: string): string[] {
  return wordsOfPdf(writePdf("a", pagesOf(text))).slice(1);
}

test("every object stands where the table says", () => {
  const file = Buffer.from(writePdf("《a》", pagesOf("一"))).toString("latin1");
  const [, table = ""] = /^xref\n0 \d+\n0{10} 65535 f \n((?:\d{10} 00000 n \n)+)/m.exec(file) ?? [];
  const places = table.match(/\d{10}/g) ?? [];
  expect(places).toHaveLength(9);
  places.forEach((place, index) => {
    expect(file.slice(Number(place)).startsWith(`${index + 1} 0 obj\n`)).toBe(true);
  });
  expect(file.slice(Number(/startxref\n(\d+)/.exec(file)?.[1])).startsWith("xref\n")).toBe(true);
});

test("signs that end a string are written as they are", () => {
  expect(linesOf(String.raw`f(x) = \frac ) 一<二>`)).toEqual([String.raw`f(x) = \frac ) 一<二>`]);
});

test("a line begins with no closing sign, ends with no opening one, and keeps Latin words whole", () => {
  const lines = linesOf(`${"天".repeat(25)}（地），${"人".repeat(24)}。What would you like to eat`);
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) {
    expect(line).not.toMatch(/^[，。）]|[（“]$/);
    expect(widthOf(line, FORMAT.size)).toBeLessThanOrEqual(260 + FORMAT.size);
  }
  expect(lines.join(" ")).toMatch(/What would you like to eat$/);
});

test("what does not fit begins another page, with the same foot", () => {
  const pages = pagesOf("天".repeat(400));
  expect(pages.length).toBeGreaterThan(1);
  const feet = wordsOfPdf(writePdf("a", pages)).filter((line) => line === "foot");
  expect(feet).toHaveLength(pages.length);
});
