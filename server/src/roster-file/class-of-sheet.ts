import type { RosterMapping } from "#contract";
import { numberedClassIn } from "./class-title.ts";
import { findColumns, type CorrectedMeanings } from "./columns.ts";
import { readClassName, type GradeContext } from "./grade-class.ts";
import type { Heads } from "./heads.ts";
import { textOf, type Table } from "./table.ts";

/** A table with its heads, and what a person has said of it. */
export interface LaidOut {
  table: Table;
  heads: Heads | undefined;
  mapping: RosterMapping | undefined;
}

/** The class of a sheet without a column for it, and what names it. */
export interface ClassOfSheet {
  class_name: string;
  by: "工作表的名称" | "标题" | "文件名";
}

interface Context extends GradeContext {
  /** The file's name. */
  name: string;
  remembered: CorrectedMeanings;
}

/**
 * Returns the class of each pupils' sheet without a column for it, where all of them are called by a class: in the sheet's
 * name, in a title above the heads, or, for a sheet alone, in the file's name (`启明小学三（2）班名单.xlsx`).
 */
export function classesOfSheets(
  laid: readonly LaidOut[],
  { name, remembered, ...context }: Context,
): ReadonlyMap<Table, ClassOfSheet> {
  const found = new Map<Table, ClassOfSheet>();
  const read = laid.filter(
    ({ table, heads, mapping }) =>
      heads !== undefined &&
      mapping?.is_left_out !== true &&
      table.rows.some(({ row }) => row > heads.row),
  );
  for (const { table, heads = NO_HEADS, mapping } of read) {
    const below = table.rows.filter(({ row }) => row > heads.row);
    const fields = findColumns(heads, below, "student", remembered, mapping).map(
      ({ meaning }) => meaning?.field,
    );
    if (!fields.includes("name") || fields.includes("class")) continue;
    const titles = table.rows
      .filter(({ row }) => row < heads.row)
      .flatMap(({ cells }) => cells.map(textOf));
    const called = readClassName(table.name, context, undefined);
    const isNumber = readClassName(table.name, context, "1").class_number !== undefined;
    const one: ClassOfSheet | undefined =
      called.class_number !== undefined
        ? { class_name: called.class_name, by: "工作表的名称" }
        : // the grade stands in each row
          fields.includes("grade") && isNumber
          ? { class_name: table.name, by: "工作表的名称" }
          : (namedIn([table.name], "工作表的名称", context) ??
            namedIn(titles, "标题", context) ??
            (read.length === 1 ? namedIn([name], "文件名", context) : undefined));
    if (one === undefined) return new Map();
    found.set(table, one);
  }
  return found;
}

const NO_HEADS: Heads = { row: 0, heads: [], lines: [] };
/** The end of a class's name; two in a text name several classes, and none is the sheet's. */
const CLASS_END = /[\d一二三四五六七八九十][)）]?\s*班/g;
/** The end of several classes: 三年级1-3班, 1、2班. */
const SEVERAL = /[-~～至到、，,和]\s*\d{1,2}[)）]?\s*班/;

/** Returns the class with its grade that texts name, if it is one. */
function namedIn(
  texts: readonly string[],
  by: ClassOfSheet["by"],
  context: GradeContext,
): ClassOfSheet | undefined {
  const names = texts.flatMap((text) => {
    const numbered = numberedClassIn(text);
    if (numbered === undefined) return [];
    const { class_name, class_number } = readClassName(numbered, context, undefined);
    const isOne = !SEVERAL.test(text) && text.match(CLASS_END)?.length === 1;
    return isOne && class_number !== undefined ? [class_name] : [""];
  });
  const [class_name = "", ...others] = new Set(names);
  return class_name === "" || others.length > 0 ? undefined : { class_name, by };
}
