import { expect, test } from "vitest";
import type { PasswordSheet } from "#contract";
import { sheetHtml } from "./sheet-html.ts";

const row = (name: string, password: string) => ({
  ...{ id: name, name, account: "xiaoming", password },
  ...{ school_name: "启明小学", class_name: "三年级（2）班" },
});
const SHEET: PasswordSheet = {
  ...{ sheet_id: "s", made_at: "2026-11-23T08:00:00Z", open_until: "2026-11-24T08:00:00Z" },
  valid_until: "2026-11-30T08:00:00Z",
  rows: [row("小明", "abcd-efgh"), row("<b>阿&布</b>", "jkmn-pqrs")],
};
const PLACE = { address: "https://school.example/platformEntry/" };

test.each(["letters", "cards", "list"] as const)("%s: every name and password once", (layout) => {
  const html = sheetHtml(SHEET, layout, PLACE);
  for (const secret of ["abcd-efgh", "jkmn-pqrs"]) expect(html.split(secret)).toHaveLength(2);
  expect(html).toContain("2026年11月30日");
  expect(html).toContain(PLACE.address);
});

test("a name is text, whatever it holds", () => {
  const html = sheetHtml(SHEET, "list", PLACE);
  expect(html).not.toContain("<b>阿");
  expect(html).toContain("&lt;b&gt;阿&amp;布&lt;/b&gt;");
});

test("nothing of one person stands in another's letter or card", () => {
  for (const [layout, of] of [
    ["letters", "letter"],
    ["cards", "card"],
  ] as const) {
    const parts = sheetHtml(SHEET, layout, PLACE).split(`<section class="${of}">`).slice(1);
    expect(parts).toHaveLength(2);
    expect(parts[0]).toContain("小明");
    expect(parts[0]).not.toContain("jkmn-pqrs");
    expect(parts[1]).not.toContain("小明");
  }
});

test.each(["letters", "cards", "list"] as const)("%s: a guardian's names the child", (layout) => {
  const guardian = { ...row("李建国", "abcd-efgh"), class_name: "" };
  const rows = [{ ...guardian, children: "三年级（2）班 李小妹" }, guardian];
  const html = sheetHtml({ ...SHEET, rows }, layout, PLACE);
  expect(html.split("三年级（2）班 李小妹的家长")).toHaveLength(2);
  expect(html).not.toContain("undefined");
});
