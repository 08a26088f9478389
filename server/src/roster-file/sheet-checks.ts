import type { RosterColumn, RosterKind, RosterMapping, RosterPerson } from "#contract";
import { GRADE_NAMES, ROSTER_GUARDIANS } from "#contract/plain";
import type { ClassOfSheet } from "./class-of-sheet.ts";
import type { ReadColumn } from "./columns.ts";
import type { FaultList } from "./faults.ts";
import { meaningOfHead, normaliseHead } from "./meanings.ts";
import { textOf, type Table, type TableRow } from "./table.ts";
import { cleanText } from "./text.ts";

/** Fields whose merged cells hold for all of their rows. */
const OF_SEVERAL_ROWS: readonly string[] = ["stage", "grade", "class"];

/** Returns rows in which a merged stage, grade or class stands in each row that it covers. */
export function withMergedPlaces(
  rows: TableRow[],
  merged: Table["merged"],
  columns: readonly RosterColumn[],
): TableRow[] {
  const areas = merged.filter(({ top, bottom, left }) => {
    const field = columns.find(({ index }) => index === left)?.meaning?.field ?? "";
    return bottom > top && OF_SEVERAL_ROWS.includes(field);
  });
  if (areas.length === 0) return rows;
  const firsts = new Map(rows.map((row) => [row.row, row.cells]));
  return rows.map((row) => {
    const cells = [...row.cells];
    for (const { top, bottom, left } of areas) {
      if (row.row > top && row.row <= bottom) cells[left] ??= firsts.get(top)?.[left];
    }
    return { ...row, cells };
  });
}

/** Reports what is wrong with a sheet as a whole; false where its rows cannot be read. */
export function checkSheet(
  { name: sheet, hidden_columns = [] }: Pick<Table, "name" | "hidden_columns">,
  rows: readonly TableRow[],
  all: readonly RosterColumn[],
  columns: readonly ReadColumn[],
  kind: RosterKind,
  mapping: RosterMapping | undefined,
  faults: FaultList,
  class_of_sheet?: ClassOfSheet,
): boolean {
  if (rows.length === 0) {
    faults.addToSheet(sheet, "只有表头，没有学生或教师，请检查是不是导出了空表", false);
    return false;
  }
  const name = columns.find(({ meaning }) => meaning.field === "name");
  if (name === undefined) {
    faults.addToSheet(sheet, "没有姓名一列，请指出哪一列是姓名", false);
    return false;
  }
  const again = all.find(
    ({ index, head, meaning }) =>
      meaning === null &&
      normaliseHead(head) === normaliseHead(name.head) &&
      head !== "" &&
      mapping?.columns?.some((chosen) => chosen.index === index) !== true &&
      rows.some(({ cells }) => cleanText(textOf(cells[index])) !== ""),
  );
  if (again !== undefined) {
    faults.addToSheet(
      sheet,
      `${again.letter} 列也是“${again.head}”，没有读：并排的名单请接在下面再导入；不需要这一列就不用管`,
      true,
    );
  }
  const has = (field: string) => columns.some(({ meaning }) => meaning.field === field);
  if (kind === "student" && !has("class")) {
    faults.addToSheet(
      sheet,
      class_of_sheet === undefined
        ? "没有班级一列，新来的学生不会在任何班级里；要编进班级请加一列班级"
        : `没有班级一列，按${class_of_sheet.by}编在“${class_of_sheet.class_name}”`,
      true,
    );
  }
  const nobodys = all.filter((column) => isNumberOfNobody(column, all, kind, mapping));
  if (nobodys.length > 0) {
    const named = nobodys.map(({ letter, head }) => `${letter} 列“${head}”`).join("、");
    faults.addToSheet(
      sheet,
      `${named}没有读：旁边没有这位家长的姓名，不知道是谁的号码；要让家长用手机号登录，请加一列家长姓名；不需要就不用管`,
      true,
    );
  }
  if (kind === "teacher" && has("subject") && !has("class") && !has("teaches")) {
    faults.addToSheet(
      sheet,
      "没有任教班级一列，任教学科不会导入；要安排任课请加一列任教班级",
      true,
    );
  }
  const hidden = rows.filter(({ is_hidden }) => is_hidden).map(({ row }) => row);
  const [first] = hidden;
  if (first !== undefined) {
    faults.addToSheet(
      sheet,
      `有 ${hidden.length} 行是隐藏的（如第 ${first} 行），也读了；不要导入的请先删去`,
      true,
    );
  }
  const unseen = columns.filter(({ index }) =>
    hidden_columns.some(([from, to]) => index >= from && index <= to),
  );
  if (unseen.length > 0) {
    const named = unseen.map(({ letter, head }) => `${letter} 列（${head}）`).join("、");
    faults.addToSheet(sheet, `${named}是隐藏的，也读了；不要的请先删去`, true);
  }
  warnOfTenthClasses(sheet, rows, columns, faults);
  return true;
}

/**
 * Tells whether a column has guardians' mobile numbers and was dropped because none has their names; what somebody said is
 * not needed, or is beyond the last guardian, is left alone.
 */
function isNumberOfNobody(
  { index, head, meaning, why }: RosterColumn,
  all: readonly RosterColumn[],
  kind: RosterKind,
  mapping: RosterMapping | undefined,
): boolean {
  const isChosen = mapping?.columns?.some((chosen) => chosen.index === index) === true;
  if (meaning !== null || why !== null || isChosen || kind !== "student") return false;
  const guardians = all.filter((column) => column.meaning?.field === "guardian_name").length;
  const name = normaliseHead(head);
  return guardians < ROSTER_GUARDIANS && meaningOfHead(name, kind)?.field === "guardian_mobile";
}

/** Warns where a grade has nine classes and more in cells with numbers, of which 3.10 is kept as 3.1. */
function warnOfTenthClasses(
  sheet: string,
  rows: readonly TableRow[],
  columns: readonly ReadColumn[],
  faults: FaultList,
): void {
  const column = columns.find(({ meaning }) => meaning.field === "class");
  if (column === undefined) return;
  const numbers = rows.flatMap(({ row, cells }) => {
    const cell = cells[column.index];
    return typeof cell === "object" && "text" in cell ? { row, text: cell.text } : [];
  });
  const texts = new Set(numbers.map(({ text }) => text));
  const first = numbers.find(
    ({ text }) => text.endsWith(".1") && texts.has(text.replace(/1$/, "9")),
  );
  if (first === undefined) return;
  const [grade] = first.text.split(".");
  faults.add({
    ...{ sheet, row: first.row, column: column.letter, head: column.head, field: "class" },
    message: `Excel 把 ${grade}.10 存成 ${grade}.1，10 班会读成 1 班；年级里有 10 班的，请把这一列设为“文本”格式再填`,
    is_warning: true,
  });
}

/** Numbers that may begin with zeros. */
const ZEROED = ["number", "school_number", "staff_number", "account"] as const;

/** Warns of numbers that are shorter than those of their column that begin with zeros: a spreadsheet took theirs (RO-02). */
export function warnOfLostZeros(
  people: readonly RosterPerson[],
  columnsOf: (sheet: string) => readonly ReadColumn[],
  faults: FaultList,
): void {
  for (const [sheet, own] of Map.groupBy(people, (person) => person.sheet)) {
    for (const field of ZEROED) {
      const numbers = own.flatMap(({ row, [field]: text = "" }) =>
        /^\d+$/.test(text) ? { row, text } : [],
      );
      const zeroed = numbers.find(({ text }) => text.startsWith("0"));
      const column = columnsOf(sheet).find(({ meaning }) => meaning.field === field);
      if (zeroed === undefined || column === undefined) continue;
      for (const { row, text } of numbers) {
        if (text.startsWith("0") || text.length >= zeroed.text.length) continue;
        faults.add({
          ...{ sheet, row, column: column.letter, head: column.head, field },
          message: `开头的 0 可能丢了：这里是“${text}”，第 ${zeroed.row} 行是“${zeroed.text}”；请核对，少了就改正`,
          is_warning: true,
        });
      }
    }
  }
}

/** Warns of grades that the school does not have by its stages, once for each with its first row: it may be another school's file. */
export function warnOfOtherStages(
  people: readonly RosterPerson[],
  columnsOf: (sheet: string) => readonly ReadColumn[],
  faults: FaultList,
  stages: readonly string[],
): void {
  const elsewhere = people.filter(
    ({ stage_id, grade_id }) =>
      grade_id !== undefined && stage_id !== undefined && !stages.includes(stage_id),
  );
  const groups = Map.groupBy(elsewhere, ({ sheet, grade_id }) => `${sheet}\n${grade_id}`);
  for (const [first, ...others] of groups.values()) {
    if (first === undefined) continue;
    const { sheet, row, grade_id = "" } = first;
    const columns = columnsOf(sheet);
    const of = (name: string) => columns.find(({ meaning: { field } }) => field === name);
    const column = of("grade") ?? of("class");
    const rest = others.length === 0 ? "" : `（还有 ${others.length} 行）`;
    faults.add({
      ...{ sheet, row, column: column?.letter ?? null, head: column?.head ?? null },
      field: column?.meaning.field ?? null,
      message: `本校没有${GRADE_NAMES[grade_id] ?? grade_id}${rest}，请核对是不是别的学校的；真有的，请先在“学校”里加上学段`,
      is_warning: true,
    });
  }
}
