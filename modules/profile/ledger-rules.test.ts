import { expect, test } from "vitest";
import type { LedgerEntry } from "#contract";
import { askedText, factsText, isQuiet, openedText, sentText } from "./ledger-rules.ts";

const NOTHING: LedgerEntry = {
  app: { id: "a", name: "课外阅读", icon: "" },
  is_open: true,
  ...{ may_know: [], opened: 0, asked: [], asked_times: 0, sent: [] },
};

test("facts are said in words, the number last", () => {
  expect(factsText(["sub", "name", "demographics"])).toBe(
    "姓名、性别和出生日期、一个只有它认得的编号",
  );
  expect(factsText([])).toBe("");
});

test("times are told with the last one", () => {
  expect(askedText(NOTHING, 180)).toBe("");
  expect(openedText(NOTHING, 180)).toBe("");
  const at = new Date("2026-11-20T08:05:00+08:00").toISOString();
  const asked = [{ at, what: "told" as const, facts: [] }];
  expect(askedText({ ...NOTHING, asked, asked_times: 12 }, 180)).toBe(
    "180 天里 12 次，最近是 2026年11月20日 08:05",
  );
  expect(openedText({ ...NOTHING, opened: 3 }, 180)).toBe("180 天里 3 次");
});

test("what was sent is counted by kind", () => {
  expect(sentText([{ kind: "badge" }, { kind: "card" }, { kind: "card" }, { kind: "todo" }])).toBe(
    "2 张卡片、1 条待办、1 个角标",
  );
});

test("an app is quiet that knows, got and sent nothing", () => {
  expect(isQuiet({ ...NOTHING, opened: 4 })).toBe(true);
  expect(isQuiet({ ...NOTHING, may_know: ["name"] })).toBe(false);
});
