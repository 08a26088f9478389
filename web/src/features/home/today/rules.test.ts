import { describe, expect, test } from "vitest";
import type { TodayCard } from "#contract";
import { shownCards, spokenOf } from "./rules.ts";

const card = (key: string, kind: TodayCard["kind"]): TodayCard => ({
  ...{ key, kind, label: "通知", title: key, note: "", lines: [], opens: null, links: [] },
});

describe("a young pupil's cards", () => {
  test.each([
    ["few", ["notice"], ["0"]],
    ["three", ["lesson", "homework", "notice"], ["0", "1", "2"]],
    [
      "more of one kind than there is room for",
      ["homework", "homework", "homework", "notice"],
      ["0", "1", "3"],
    ],
  ] as [string, TodayCard["kind"][], string[]][])("of %s", (_name, kinds, shown) => {
    const cards = kinds.map((kind, nth) => card(String(nth), kind));
    expect(shownCards(cards, true).map(({ key }) => key)).toEqual(shown);
    expect(shownCards(cards, false)).toEqual(cards);
  });

  test("are read with all that stands on them", () => {
    const lines = [{ text: "语文", note: "第一节" }];
    expect(spokenOf({ ...card("秋游", "notice"), note: "林老师", lines })).toBe(
      "通知，秋游，林老师，语文 第一节",
    );
  });
});
