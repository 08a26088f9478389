import {
  type ColumnMeaning,
  GRADE_NAMES,
  ROSTER_FIELDS,
  ROSTER_GUARDIANS,
  type RosterCorrection,
  type RosterFault,
  type RosterField,
  type RosterKind,
  type RosterMapping,
} from "#contract";
import type { Option } from "../fields/choice.tsx";

/** Columns, faults and steps of an import, as the page shows them. Pure. */

export const KIND_NAMES: Readonly<Record<RosterKind, string>> = {
  student: "学生",
  teacher: "教师",
};

export const STEPS = ["选文件", "对列", "核对问题", "认人", "看差别", "账号单"] as const;

const OF_GUARDIANS = ["guardian_name", "guardian_relation", "guardian_mobile"];
const OF_TEACHERS = ["staff_number", "identity", "teaches", "subject", "heads"];
const OF_PUPILS = ["number", "school_number", "stage", "grade", "class", "admission_date"];

/** Returns what a column may be, each with a key. */
export function meaningOptions(kind: RosterKind): Option[] {
  const other = kind === "student" ? OF_TEACHERS : OF_PUPILS;
  const plain = Object.entries(ROSTER_FIELDS).filter(
    ([field]) => !OF_GUARDIANS.includes(field) && !other.includes(field),
  );
  const options: Option[] = plain.map(([value, label]) => ({ value, label }));
  if (kind === "teacher") return options;
  for (let guardian = 1; guardian <= ROSTER_GUARDIANS; guardian += 1) {
    for (const field of OF_GUARDIANS as RosterField[]) {
      const label = ROSTER_FIELDS[field].replace("监护人", `监护人${guardian}`);
      options.push({ value: `${field}:${guardian}`, label });
    }
  }
  return options;
}

export function keyOf(meaning: ColumnMeaning | null): string {
  if (meaning === null) return "";
  return meaning.guardian === undefined ? meaning.field : `${meaning.field}:${meaning.guardian}`;
}

export function meaningOf(key: string): ColumnMeaning | null {
  if (key === "") return null;
  const [field = "", guardian] = key.split(":");
  return {
    field: field as RosterField,
    ...(guardian !== undefined && { guardian: Number(guardian) }),
  };
}

/** Returns a mapping with what was said of a sheet as a whole: where its heads are, or that it is left out. */
export function withSheet(
  mapping: readonly RosterMapping[],
  sheet: string,
  said: Pick<RosterMapping, "head_row" | "is_left_out">,
): RosterMapping[] {
  const found = mapping.find((one) => one.sheet === sheet);
  return [...mapping.filter((one) => one.sheet !== sheet), { ...found, sheet, ...said }];
}

/** Returns a mapping with one column's meaning chosen. */
export function withColumn(
  mapping: readonly RosterMapping[],
  sheet: string,
  index: number,
  meaning: ColumnMeaning | null,
): RosterMapping[] {
  const found = mapping.find((one) => one.sheet === sheet) ?? { sheet };
  const columns = (found.columns ?? []).filter((column) => column.index !== index);
  const changed = { ...found, columns: [...columns, { index, meaning }] };
  return [...mapping.filter((one) => one.sheet !== sheet), changed];
}

/** Returns corrections with one cell's new value. */
export function withCorrection(
  corrections: readonly RosterCorrection[],
  { sheet, row, column }: RosterFault,
  value: string,
): RosterCorrection[] {
  if (row === null || column === null) return [...corrections];
  const index = indexOf(column);
  const others = corrections.filter(
    (one) => one.sheet !== sheet || one.row !== row || one.index !== index,
  );
  return [...others, { sheet, row, index, value }];
}

/** Returns faults in the order in which they are mended: errors before warnings, then as in the file. */
export function orderedFaults(faults: readonly RosterFault[]): RosterFault[] {
  const sheets = [...new Set(faults.map(({ sheet }) => sheet))];
  const column = (one: RosterFault) => (one.column === null ? -1 : indexOf(one.column));
  return [...faults].sort(
    (one, other) =>
      Number(one.is_warning) - Number(other.is_warning) ||
      sheets.indexOf(one.sheet) - sheets.indexOf(other.sheet) ||
      (one.row ?? Infinity) - (other.row ?? Infinity) ||
      column(one) - column(other),
  );
}

/** Returns the number of a column by its letters, from 0. */
export function indexOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Returns the place of a fault: 「Sheet1 第 4 行 C 列（姓名）」. */
export function placeText({ sheet, row, column, head }: RosterFault, several: boolean): string {
  const parts = [
    several ? sheet : "",
    row === null ? "" : `第 ${row} 行`,
    column === null ? "" : `${column} 列`,
  ].filter(Boolean);
  const place = parts.join(" ") || "整份文件";
  return head === null || head === "" ? place : `${place}（${head}）`;
}

/** Returns grades as one chooses them. */
export const gradeOptions = (ids: readonly string[]): Option[] =>
  ids.map((value) => ({ value, label: GRADE_NAMES[value] ?? value }));
