import { expect, test } from "vitest";
import { backwards, conflictsIn } from "./field-changes.ts";

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
