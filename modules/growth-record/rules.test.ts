import { expect, test } from "vitest";
import type { GrowthCard } from "#contract";
import { dayAtSchool, dayText, kindsOf } from "./rules.ts";

test.each([
  ["2024-09-01", "2024-09-01", 1],
  ["2024-09-01", "2024-09-30", 30],
  ["2024-09-01", "2025-09-01", 366],
  ["2024-09-01", "2024-08-31", null],
  [null, "2024-09-01", null],
  [undefined, "2024-09-01", null],
  ["nonsense", "2024-09-01", null],
])("admitted %s, on %s it is day %s", (admission, today, day) => {
  expect(dayAtSchool(admission, today)).toBe(day);
});

test("a day reads as one says it", () => {
  expect(dayText("2024-09-01")).toBe("2024年9月1日");
});

test("cards stand by kind, medals first", () => {
  const card = (kind: GrowthCard["kind"], title: string): GrowthCard => ({
    app: { id: "a", name: "课外阅读", icon: "" },
    ...{ kind, title, note: "", value: "", unit: "", lines: [], at: "2026-11-20T08:00:00Z" },
  });
  const given = [card("list", "视力"), card("medal", "阅读之星"), card("list", "书目")];
  expect(kindsOf(given).map(({ title, cards }) => [title, cards.map((one) => one.title)])).toEqual([
    ["奖章", ["阅读之星"]],
    ["记录", ["视力", "书目"]],
  ]);
  expect(kindsOf([])).toEqual([]);
});
