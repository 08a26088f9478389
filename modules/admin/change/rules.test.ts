import { expect, test } from "vitest";
import type { ChangeRow } from "#contract";
import {
  approveText,
  askAgainMs,
  countsText,
  keptText,
  newPlanIn,
  sentenceOf,
  sourceText,
  withWholePerson,
} from "./rules.ts";

const COUNTS = { rows: 3, people: 3, applied: 0, undone: 0, outdated: 0 };

test.each([
  [{}, "3 人"],
  [{ rows: 5 }, "3 人，5 项"],
  [{ people: 0, rows: 1 }, "1 项"],
  [{ undone: 1, outdated: 2 }, "3 人，已撤销 1 项，2 项被别人改过，没有动"],
])("a change of %j", (counts, text) => {
  expect(countsText({ counts: { ...COUNTS, ...counts } })).toBe(text);
});

test.each([
  [null, "批准并停用 3 位学生"],
  ["2026-08-30T22:00:00.000Z", "批准并停用 3 位学生"],
  ["2026-08-31T22:00:00.000Z", "批准，到时停用 3 位学生"],
])("the button that approves a change for %s", (apply_at, text) => {
  const now = Date.parse("2026-08-31T00:00:00.000Z");
  expect(approveText({ act: "停用 3 位学生", apply_at }, now)).toBe(text);
});

test.each([
  ["planned", "将停用 3 位学生，其中 3 位有监护人"],
  ["applied", "已停用 3 位学生"],
  ["undone", "已撤销“停用 3 位学生”"],
] as const)("what a change that is %s says", (state, text) => {
  const change = { state, act: "停用 3 位学生", sentence: "将停用 3 位学生，其中 3 位有监护人" };
  expect(sentenceOf(change)).toBe(text);
});

test.each([
  [
    { code: 40900, data: { change_id: "c2", rows: ["林小满（学生）"] } },
    { id: "c2", rows: ["林小满（学生）"] },
  ],
  [{ code: 40900, data: {} }, null],
  [{ code: 40005, data: { change_id: "c2" } }, null],
  [new Error("broken"), null],
  [undefined, null],
])("the new plan in %j", (error, plan) => {
  expect(newPlanIn(error)).toEqual(plan);
});

test.each([
  [{ kind: "paste", lines: 1200 }, "粘贴的内容，1,200 行"],
  [{ kind: "file", name: "三年级.xlsx", lines: 40 }, "文件“三年级.xlsx”，40 行"],
] as const)("the source of a change, %j, in words", (source, text) => {
  expect(sourceText({ ...source, sha256: "0".repeat(64) })).toBe(text);
});

test("a row is taken back with the others of its person, which stand still; one of nobody alone", () => {
  const row = (seq: number, person_id: string | null, state: ChangeRow["state"] = "applied") => ({
    ...{ seq, person_id, state, what: "", label: "", act: "add" as const, fields: [], note: null },
  });
  const rows = [row(0, "a"), row(1, "b"), row(2, "a"), row(3, "a", "undone"), row(4, null)];
  const taken = (at: number) => withWholePerson(rows, rows[at] as ChangeRow).map(({ seq }) => seq);
  expect(taken(0)).toEqual([0, 2]);
  expect(taken(4)).toEqual([4]);
});

test.each([
  ["applying", 1000],
  ["waiting", 10_000],
  ["scheduled", 10_000],
  ["applied", undefined],
] as const)("a change that is %s is read again after %s ms", (state, every) => {
  expect(askAgainMs({ state })).toBe(every);
});

test("an undo names what it has left", () => {
  const rows = ["甲", "乙", "甲"].map((label) => ({ label }));
  expect(keptText(rows)).toMatch(/^没有撤销：甲、乙后来被改过/);
});
