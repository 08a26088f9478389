import { describe, expect, test } from "vitest";
import { namesIn, placeBlock, readBlock, resolveCell, sourceOfBlock } from "./teaching-rules.ts";

const rows = [
  { id: "31", name: "三年级（1）班" },
  { id: "32", name: "三年级（2）班" },
];
const columns = [
  { id: "", name: "班主任" },
  { id: "chinese", name: "语文" },
];
const subjects = [...columns.slice(1), { id: "maths", name: "数学" }];
const place = (text: string, from: { row: number; column: number } | null = null) =>
  placeBlock(readBlock(text), { rows, columns, subjects, from });

test("names of a cell are parted, a space within a name is none of its ends", () => {
  expect(namesIn("王芳、李 明，王芳/赵磊\n孙浩 ;")).toEqual(["王芳", "李 明", "赵磊", "孙浩"]);
  expect(namesIn(" ")).toEqual([]);
});

test("a block has lines, cells, and cells in quotes with lines of their own", () => {
  expect(readBlock('a\t"b\nc ""d"""\r\n\te\n\n')).toEqual([
    ["a", 'b\nc "d"'],
    ["", "e"],
  ]);
});

test("equal blocks have an equal source, which tells nothing of them but their lines (CS-06)", () => {
  const of = (text: string) => sourceOfBlock(readBlock(text));
  const { sha256, ...rest } = of("班级\t语文\n三年级（1）班\t王芳\n\n");
  expect(rest).toEqual({ kind: "paste", lines: 2 });
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(of("班级\t语文\r\n三年级(1)班\t王芳").sha256).toBe(sha256);
  expect(of("班级\t语文\n三年级（1）班\t李明").sha256).not.toBe(sha256);
});

describe("a block goes", () => {
  test("by the names of subjects and classes, also of a subject that is not in sight", () => {
    const { cells, lost } = place(
      "班级\t数学\t魔法\t班主任\n三年级(2) 班\t赵磊\tx\t王芳\n四班\t孙浩",
    );
    expect(cells).toEqual([
      { class_id: "32", subject_id: "maths", text: "赵磊" },
      { class_id: "32", subject_id: "", text: "王芳" },
    ]);
    expect(lost).toEqual(["没有“魔法”这个学科", "第 3 行：没有“四班”这个班级"]);
  });

  test("else from the cell on in which it was pasted; what lies beyond is named", () => {
    const { cells, lost } = place("王芳\t赵磊\n李明\t孙浩", { row: 1, column: 1 });
    expect(cells).toEqual([{ class_id: "32", subject_id: "chinese", text: "王芳" }]);
    expect(lost).toEqual(["第 2 列超出了表格", "第 2 行超出了表格"]);
  });

  test("nowhere without names and without a cell", () => {
    expect(place("王芳\t赵磊").lost).toEqual(["第一行要有学科的名称，第一列要有班级的名称"]);
  });
});

test("a name stands for who is there, for whom one chose, or for the only one of that name", () => {
  const of = (id: string, name: string) => ({ id, name, account: id });
  const matches = new Map([
    ["李明", [of("l1", "李明"), of("l2", "李明")]],
    ["赵磊", [of("z", "赵磊")]],
    ["没有", []],
  ]);
  const resolve = (text: string, present = [of("w", "王芳")], chosen = new Map<string, string>()) =>
    resolveCell(text, { present, matches, chosen }).map(({ id }) => id);
  expect(resolve("王芳、赵磊、李明、没有、新的")).toEqual(["w", "z", null, null, null]);
  expect(resolve("李明", [], new Map([["李明", "l2"]]))).toEqual(["l2"]);
  expect(resolve("李明", [of("l1", "李明")])).toEqual(["l1"]);
});
