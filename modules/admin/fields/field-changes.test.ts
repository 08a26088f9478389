import { expect, test } from "vitest";
import { backwards, conflictsIn, conflictText, rebase } from "./field-changes.ts";

test("changes are taken back the other way round", () => {
  const changes = [{ field: "name", before: "晨曦云", after: null }];
  expect(backwards(changes)).toEqual([{ field: "name", before: null, after: "晨曦云" }]);
});

test("a conflict is told from other refusals", () => {
  const conflicts = [{ field: "name", theirs: "乙" }];
  expect(conflictsIn({ code: 40900, data: { conflicts } })).toEqual(conflicts);
  expect(conflictsIn({ code: 40900 })).toEqual([]);
  expect(conflictsIn({ code: 40001 })).toBeNull();
});

test("what was filled in is laid over what somebody else has saved", () => {
  const first = { name: "甲", url: "a", roles: ["teacher"], open_at: null as string | null };
  const own = { ...first, name: "乙", roles: ["teacher", "student"], open_at: "" };
  const theirs = { ...first, name: "丙", url: "b" };
  expect(rebase(first, own, theirs)).toEqual({
    draft: { name: "乙", url: "b", roles: ["teacher", "student"], open_at: null },
    changed: ["name", "url"],
    both: ["name"],
  });
  expect(rebase(first, theirs, theirs).both).toEqual([]);
});

test("what somebody else has changed meanwhile is named, and what both have", () => {
  const words = { names: { name: "名称", sort: "次序" }, plain: ["name"], whole: "这个应用" };
  const theirs = { name: "乙", sort: 2, revision: 3 };
  expect(conflictText({ changed: ["name", "sort"], both: ["name", "sort"] }, theirs, words)).toBe(
    "另一位管理员刚刚改了名称、次序。您也改了名称、次序，这里留着您写的。名称对方写的是“乙”。请看一看，再保存一次。",
  );
  expect(conflictText({ changed: ["revision"], both: [] }, theirs, words)).toBe(
    "另一位管理员刚刚改了这个应用。请看一看，再保存一次。",
  );
});
