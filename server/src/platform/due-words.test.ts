import { describe, expect, test } from "vitest";
import { dueWords } from "./due-words.ts";

/** Tuesday, ten in the evening in China. */
const NOW = new Date("2026-11-24T14:00:00Z");

describe("until when something is to be done", () => {
  test.each([
    ["2026-11-24T23:00:00+08:00", "今天 23:00 前"],
    ["2026-11-25T00:00:00+08:00", "今天要完成"],
    ["2026-11-25T00:30:00+08:00", "明天 00:30 前"],
    ["2026-11-25T18:00:00+08:00", "明天 18:00 前"],
    ["2026-11-27T18:00:00+08:00", "周五 18:00 前"],
    ["2026-11-30T08:00:00+08:00", "周一 08:00 前"],
    ["2026-12-01T08:00:00+08:00", "12月1日 08:00 前"],
    ["2026-11-24T21:00:00+08:00", "今天已到期"],
    ["2026-11-23T18:00:00+08:00", "昨天已到期"],
    ["2026-11-20T18:00:00+08:00", "11月20日已到期"],
  ])("%s is %s", (due, words) => {
    expect(dueWords(new Date(due), NOW)).toBe(words);
  });

  test("is of the day in China, not of the machine's", () => {
    const late = new Date("2026-11-24T16:30:00Z");
    expect(dueWords(new Date("2026-11-25T18:00:00+08:00"), late)).toBe("今天 18:00 前");
  });
});
