import { expect, test } from "vitest";
import { csvOf } from "./csv.ts";

test("cells are quoted where they must be, and the file says that it is UTF-8", () => {
  expect(csvOf([["姓名", 'a"b', "x,y", "line\nbreak"]])).toBe(
    '\uFEFF姓名,"a""b","x,y","line\nbreak"\r\n',
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "＝1+1", "＠x"])(
  "%j is no formula",
  (text) => {
    const [line = ""] = csvOf([[text]])
      .slice(1)
      .split("\r\n");
    expect(line.replace(/^"/, "").startsWith("'")).toBe(true);
  },
);

test("what only holds such a sign stays as it is", () => {
  expect(csvOf([["a=b", "2026-11-20", "{}"]])).toBe("\uFEFFa=b,2026-11-20,{}\r\n");
});
