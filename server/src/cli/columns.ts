/** Returns rows as aligned text; a Chinese character takes the place of two others. */
export function columns(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "没有符合条件的记录。";
  const all = [heads, ...rows];
  const widths = heads.map((_, at) => Math.max(...all.map((row) => widthOf(row[at] ?? ""))));
  return all
    .map((row) =>
      row
        .map((cell, at) => cell + " ".repeat((widths[at] ?? 0) - widthOf(cell)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function widthOf(text: string): number {
  let width = 0;
  for (const sign of text)
    width += /[\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF“”…]/u.test(sign) ? 2 : 1;
  return width;
}
