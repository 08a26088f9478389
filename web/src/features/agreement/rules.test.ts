import { expect, test } from "vitest";
import { versionNote } from "#contract";
import { agreementInput } from "./rules.ts";

test.each([
  ["user", { type: "user" }],
  ["12", { id: "12" }],
  ["12a", { type: "12a" }],
])("RT-05: %s", (id, input) => {
  expect(agreementInput(id)).toEqual(input);
});

test.each([
  [{ version: 3, effective_at: "2026-08-31T16:00:00Z" }, "第 3 版，2026年9月1日起生效"],
  [{ version: 3, effective_at: "" }, "第 3 版"],
  [{ version: 0, effective_at: "2026-08-31" }, "2026年8月31日起生效"],
  [{ version: 0, effective_at: "即日" }, ""],
])("the note of %j says what is known, by the day in China: %s", (known, note) => {
  expect(versionNote(known)).toBe(note);
});
