import { expect, test } from "vitest";
import { withTablesBoxed } from "./boxed-tables.ts";

const BOX = '<div role="group" aria-label="表格" tabindex="0">';

test("every table has a box, one inside another too; what only reads like one has none", () => {
  expect(withTablesBoxed("<p>甲 &lt;table&gt;</p>")).toBe("<p>甲 &lt;table&gt;</p>");
  const inner = "<table><tbody><tr><td>乙</td></tr></tbody></table>";
  expect(withTablesBoxed(`<p>甲</p>${inner}${inner}`)).toBe(
    `<p>甲</p>${BOX}${inner}</div>${BOX}${inner}</div>`,
  );
  expect(withTablesBoxed(`<table><tr><td>${inner}</td></tr></table>`)).toBe(
    `${BOX}<table><tr><td>${BOX}${inner}</div></td></tr></table></div>`,
  );
});
