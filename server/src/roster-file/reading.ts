import type {
  OtherRosterKind,
  RosterCorrection,
  RosterDropped,
  RosterFault,
  RosterMapping,
  RosterPerson,
  RosterSheet,
} from "#contract";
import { classesOfSheets, type LaidOut } from "./class-of-sheet.ts";
import { findColumns, readColumnsOf, type ReadColumn, type CorrectedMeanings } from "./columns.ts";
import { warnOfNamesakes, warnOfSharedMobiles, withoutDuplicates } from "./duplicates.ts";
import { FaultList, type FoundFault } from "./faults.ts";
import { isOfFiveFour } from "./grade-class.ts";
import { findHeads, headsAt } from "./heads.ts";
import { normaliseHead } from "./meanings.ts";
import { otherKind } from "./other-kind.ts";
import { readPerson, type RowContext } from "./people.ts";
import { shortened } from "./personal.ts";
import { readCsvTable } from "./read-csv.ts";
import { warnOfMixedClasses } from "./mixed-classes.ts";
import { recognise } from "./recognise.ts";
import { RosterFileRefused } from "./refused.ts";
import { RosterRow } from "./row.ts";
import {
  checkSheet,
  warnOfLostZeros,
  warnOfOtherStages,
  withMergedPlaces,
} from "./sheet-checks.ts";
import { type Cell, textOf, type Table, type TableRow } from "./table.ts";
import { EXAMPLE_MARK } from "./template.ts";
import { cleanText, maskIdNumbers } from "./text.ts";
import { readWorkbook } from "./workbook.ts";

/** Everything that a reading depends on besides the file's bytes. */
export interface ReadingOptions extends RowContext {
  /** The file's name; a .csv's sheet is called by it. */
  name: string;
  remembered: CorrectedMeanings;
  /** Whether it is the school that says its stages: a grade of another one is doubtful then. */
  hasOwnStages?: boolean | undefined;
  mapping?: readonly RosterMapping[] | undefined;
  corrections?: readonly RosterCorrection[] | undefined;
}

/** A roster file as read. No identity-card number is in it, and no cell of a column that nobody needs (RO-03). */
export interface RosterReading {
  sheets: RosterSheet[];
  people: RosterPerson[];
  faults: RosterFault[];
  dropped: RosterDropped[];
  /** Rows with content below the heads, in the sheets that were read. */
  lines: number;
}

/** Reads the tables of a file: the sheets of a workbook, or the one of a text. */
export function readTables(bytes: Uint8Array, name: string): Table[] {
  const found = recognise(bytes);
  const tables =
    found.kind === "workbook" ? readWorkbook(bytes, found.parts) : [readCsvTable(bytes, name)];
  if (tables.every(({ rows, is_hidden }) => rows.length === 0 || is_hidden)) {
    throw new RosterFileRefused("文件里没有内容，请检查后重新选择。");
  }
  return tables;
}

/** Reads a roster file whole, in the thread that calls. */
export function readRoster(bytes: Uint8Array, options: ReadingOptions): RosterReading {
  const tables = readTables(bytes, options.name);
  const faults = new FaultList();
  const sheets: RosterSheet[] = [];
  const people: RosterPerson[] = [];
  const dropped: RosterDropped[] = [];
  const columns = new Map<string, ReadColumn[]>();
  const bodies = new Map<string, TableRow[]>();
  const laid = tables
    .filter(({ rows, is_hidden }) => is_hidden || rows.length > 0)
    .map((table) => layOut(table, options));
  const hasHeads = laid.some(({ heads }) => heads !== undefined);
  const system = options.system ?? (tables.some(isTableOfFiveFour) ? "5-4" : undefined);
  const named =
    options.kind === "student" ? classesOfSheets(laid, { ...options, system }) : undefined;
  let lines = 0;
  for (const { table, heads, mapping } of laid) {
    const name = maskIdNumbers(table.name);
    const isLeftOut = mapping?.is_left_out === true || (heads === undefined && hasHeads);
    const below = heads === undefined ? [] : table.rows.filter(({ row }) => row > heads.row);
    const sheet: RosterSheet = {
      name,
      head_row: heads === undefined || heads.row === 0 ? null : heads.row,
      row_count: below.length,
      is_hidden: table.is_hidden,
      is_left_out: isLeftOut,
      seems: table.is_hidden ? null : otherKind(table, heads, options.kind),
      columns: [],
    };
    sheets.push(sheet);
    if (table.is_hidden) {
      faults.addToSheet(name, "工作表是隐藏的，没有读；需要导入时请先取消隐藏", true);
      continue;
    }
    if (sheet.seems !== null && mapping?.is_left_out !== true) {
      faults.addToSheet(name, saidOf(sheet.seems), true);
    }
    if (heads === undefined) {
      const hint = "开头十行里没有找到表头（姓名、性别、班级等）";
      const [message, is_warning] = isLeftOut
        ? [`${hint}，没有读这张表`, true]
        : [`${hint}，请指出表头在第几行，或把它放到开头十行里`, false];
      if (mapping?.is_left_out !== true) faults.addToSheet(name, message, is_warning);
      continue;
    }
    const own = corrected(below, table.name, options.corrections);
    sheet.columns = findColumns(heads, own, options.kind, options.remembered, mapping);
    const body = withMergedPlaces(own, table.merged, sheet.columns);
    if (isLeftOut) continue;
    lines += body.length;
    const read = readColumnsOf(sheet.columns);
    columns.set(name, read);
    bodies.set(name, body);
    for (const { letter, head, meaning } of sheet.columns) {
      if (meaning === null) dropped.push({ sheet: name, letter, head });
    }
    const checked = { name, hidden_columns: table.hidden_columns };
    const called = named?.get(table);
    const { kind } = options;
    if (!checkSheet(checked, body, sheet.columns, read, kind, mapping, faults, called)) continue;
    const context = { ...options, system, class_of_sheet: called?.class_name };
    people.push(...readPeople(name, body, read, context, faults));
  }
  const columnsOf = (sheet: string) => columns.get(sheet) ?? [];
  const kept = withoutDuplicates(people, columnsOf, faults);
  warnOfNamesakes(kept, columnsOf, faults);
  warnOfSharedMobiles(kept, columnsOf, faults);
  warnOfMixedClasses(kept, columnsOf, faults);
  warnOfLostZeros(kept, columnsOf, faults);
  if (options.hasOwnStages === true) warnOfOtherStages(kept, columnsOf, faults, options.stages);
  const listed = withNames(faults.list(), bodies, columnsOf);
  return { sheets, people: kept, faults: listed, dropped, lines };
}

/** Returns what is said of a sheet that seems to be the other roster. */
function saidOf({ kind, heads }: OtherRosterKind): string {
  const named = heads.map((head) => `“${head}”`).join("");
  const [seems, own] = kind === "teacher" ? ["教师", "学生"] : ["学生", "教师"];
  return `有${named}这样的表头，看起来是${seems}名册，现在是按${own}读的；是${seems}的名册，请改为按${seems}读`;
}

/** Adds the name of its row to each fault, by which people find it sooner than by a number. */
function withNames(
  faults: FoundFault[],
  bodies: ReadonlyMap<string, TableRow[]>,
  columnsOf: (sheet: string) => ReadColumn[],
): RosterFault[] {
  const wanted = Map.groupBy(faults, ({ sheet }) => sheet);
  const names = new Map<FoundFault, string>();
  for (const [sheet, own] of wanted) {
    const column = columnsOf(sheet).find(({ meaning }) => meaning.field === "name");
    if (column === undefined) continue;
    const rows = new Map(bodies.get(sheet)?.map(({ row, cells }) => [row, cells[column.index]]));
    for (const fault of own) {
      if (fault.row === null || fault.field === "name") continue;
      const name = shortened(maskIdNumbers(cleanText(textOf(rows.get(fault.row)))));
      if (name !== "") names.set(fault, name);
    }
  }
  return faults.map((fault) => ({ ...fault, name: names.get(fault) ?? null }));
}

/** Returns whether a table names grades of five years of primary and four of junior school. */
function isTableOfFiveFour({ rows, is_hidden }: Table): boolean {
  if (is_hidden) return false;
  return rows.some(({ cells }) => cells.some((cell) => isOfFiveFour(textOf(cell))));
}

/** Finds a sheet's heads: in the row that a person named, in none if they said so, or by looking. */
function layOut(table: Table, { kind, remembered, mapping = [] }: ReadingOptions): LaidOut {
  const own = mapping.find(({ sheet }) => sheet === maskIdNumbers(table.name));
  if (table.is_hidden) return { table, heads: undefined, mapping: own };
  const known = new Set(Object.keys(remembered));
  const heads =
    own?.head_row === undefined
      ? findHeads(table, kind, known)
      : own.head_row === null
        ? { row: 0, heads: [], lines: [] }
        : headsAt(table, own.head_row);
  return { table, heads, mapping: own };
}

/** Puts the cells that a person corrected in place of the file's. */
function corrected(
  rows: TableRow[],
  sheet: string,
  corrections: readonly RosterCorrection[] = [],
): TableRow[] {
  const byRow = Map.groupBy(
    corrections.filter((correction) => correction.sheet === maskIdNumbers(sheet)),
    ({ row }) => row,
  );
  return rows.map((row) => {
    const own = byRow.get(row.row);
    if (own === undefined) return row;
    const cells = [...row.cells];
    for (const { index, value } of own) cells[index] = value === "" ? undefined : value;
    return { ...row, cells };
  });
}

function* readPeople(
  sheet: string,
  rows: readonly TableRow[],
  columns: readonly ReadColumn[],
  context: RowContext,
  faults: FaultList,
): Generator<RosterPerson> {
  const heads = columns.map(({ index, head }) => [index, normaliseHead(head)] as const);
  for (const row of rows) {
    const isEmpty = columns.every(({ index }) => cleanText(textOf(row.cells[index])) === "");
    if (isEmpty || isRepeatedHead(row, heads) || isRemark(row)) continue;
    const passed = isExample(row, columns) ? "示例行没有导入" : loneSentence(row, columns);
    if (passed !== undefined) {
      faults.add({
        ...{ sheet, row: row.row, column: null, head: null, field: null },
        ...{ message: passed, is_warning: true },
      });
      continue;
    }
    const person = readPerson(new RosterRow(sheet, row, columns, faults), context);
    if (person !== undefined) yield person;
  }
}

/** Returns whether a row is the example of our own template. */
function isExample({ cells }: TableRow, columns: readonly ReadColumn[]): boolean {
  const name = columns.find(({ meaning }) => meaning.field === "name");
  return name !== undefined && cleanText(textOf(cells[name.index])).startsWith(EXAMPLE_MARK);
}

/** Returns what is said of a row whose only cell is no name, but a title between the rows or a sentence below them. */
function loneSentence({ cells }: TableRow, columns: readonly ReadColumn[]): string | undefined {
  const isFilled = (cell: Cell | undefined) => cleanText(textOf(cell)) !== "";
  const first = cells.findIndex(isFilled);
  // most rows have another one soon, and are looked at no further
  if (first < 0 || columns.length < 2 || cells.slice(first + 1).some(isFilled)) return undefined;
  const only = { index: first, text: cleanText(textOf(cells[first])) };
  const isName = columns.some(
    ({ index, meaning }) => index === only.index && meaning.field === "name",
  );
  if (isName && !/[,:;。!、《》]|^(以上|本表)|签字|签名|盖章/.test(only.text)) return undefined;
  return `只有一格有内容（“${shortened(only.text)}”），没有当作人读`;
}

/** Returns whether a row is the heads once more, as sheets that were put together have them. */
function isRepeatedHead({ cells }: TableRow, heads: readonly (readonly [number, string])[]) {
  // most rows differ in their first cell, and are looked at no further
  const [first] = heads;
  if (first !== undefined && !first[1].endsWith(normaliseHead(textOf(cells[first[0]]))))
    return false;
  const same = heads.filter(
    ([index, head]) => head !== "" && head.endsWith(normaliseHead(textOf(cells[index])) || "\0"),
  );
  return same.length >= 2 && same.length >= heads.length / 2;
}

/** Returns whether a row is a remark below the table, or its sum: 合计, 备注, 填表人. */
function isRemark({ cells }: TableRow): boolean {
  const filled = cells.filter((cell) => cleanText(textOf(cell)) !== "");
  const MAX_FILLED_CELLS = 4;
  return (
    filled.length <= MAX_FILLED_CELLS &&
    /^(合计|总计|共计|小计|备注|说明|注|填表|制表|填报|审核|负责人|单位|日期|共\d)/.test(
      cleanText(textOf(filled[0])),
    )
  );
}
