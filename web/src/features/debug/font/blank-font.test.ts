import { expect, test } from "vitest";
import { blankFont } from "./blank-font.ts";

const view = new DataView(blankFont().buffer);
const tables = new Map(
  Array.from({ length: view.getUint16(4) }, (_, index) => {
    const at = 12 + index * 16;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((letter) => view.getUint8(at + letter)));
    return [
      tag,
      { sum: view.getUint32(at + 4), at: view.getUint32(at + 8), size: view.getUint32(at + 12) },
    ];
  }),
);
const sum = (at: number, size: number) => {
  let total = 0;
  for (let byte = at; byte < at + Math.ceil(size / 4) * 4; byte += 4) {
    total = (total + view.getUint32(byte)) % 2 ** 32;
  }
  return total;
};

test("the tables that a browser asks for stand in order, aligned, with their sums", () => {
  const wanted = ["OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post"];
  expect([...tables.keys()]).toEqual(wanted);
  for (const [tag, { sum: said, at, size }] of tables) {
    expect(at % 4).toBe(0);
    // The head's sum is taken before the whole file's goes into it.
    if (tag !== "head") expect([tag, sum(at, size)]).toEqual([tag, said]);
  }
  expect(sum(0, view.byteLength)).toBe(0xb1b0afba);
});

test("every character is one glyph without width", () => {
  const { at } = tables.get("cmap") ?? { at: 0 };
  expect(view.getUint16(at + 12)).toBe(13);
  expect([28, 32, 36].map((offset) => view.getUint32(at + offset))).toEqual([0x20, 0x10ffff, 1]);
  const widths = tables.get("hmtx")?.at ?? 0;
  expect(view.getUint32(widths + 4)).toBe(0);
});
