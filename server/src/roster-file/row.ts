import type { RosterField } from "#contract";
import type { ReadColumn } from "./columns.ts";
import type { FaultList, Report } from "./faults.ts";
import { containsIdNumber } from "./id-number.ts";
import { textOf, type Cell, type TableRow } from "./table.ts";
import { cleanText } from "./text.ts";

/** Fields whose digits a spreadsheet may have lost. */
const NUMBERED: readonly RosterField[] = [
  "number",
  "school_number",
  "staff_number",
  "id_card",
  "account",
  "mobile",
  "guardian_mobile",
];
/** Fields that are or may be identity-card numbers. */
const MAY_BE_ID: readonly RosterField[] = ["number", "school_number", "id_card", "account"];

/** Cells of one row by their meaning; a cell that cannot be used was reported and is as if it were empty. */
export class RosterRow {
  readonly sheet: string;
  readonly row: number;
  readonly report: Report;
  readonly #columns: readonly ReadColumn[];
  readonly #cells = new Map<number, Cell>();
  #hasFault = false;

  constructor(
    sheet: string,
    { row, cells }: TableRow,
    columns: readonly ReadColumn[],
    faults: FaultList,
  ) {
    this.sheet = sheet;
    this.row = row;
    this.#columns = columns;
    this.report = (field, message, { guardian, is_warning = false } = {}) => {
      if (!is_warning) this.#hasFault = true;
      const column = this.#columnOf(field, guardian);
      const place = { column: column?.letter ?? null, head: column?.head ?? null };
      faults.add({ sheet, row, ...place, field, message, is_warning });
    };
    for (const { index, meaning } of columns) {
      const raw = cells[index];
      if (raw === undefined) continue;
      const cell = typeof raw === "string" ? withoutMark(raw) : raw;
      const { field, guardian } = meaning;
      const fault = unusable(cell, field);
      if (fault === undefined) this.#cells.set(index, cell);
      else this.report(field, fault, { guardian });
    }
  }

  /** Tells whether something of the row cannot be imported. */
  get hasFault(): boolean {
    return this.#hasFault;
  }

  /** Returns whether the sheet has a column of this meaning. */
  has(field: RosterField): boolean {
    return this.#columnOf(field) !== undefined;
  }

  cell(field: RosterField, guardian?: number): Cell | undefined {
    const column = this.#columnOf(field, guardian);
    return column && this.#cells.get(column.index);
  }

  /** Returns a cell's text without blanks at its ends; "" for an empty one. */
  text(field: RosterField, guardian?: number): string {
    return cleanText(textOf(this.cell(field, guardian)));
  }

  /** Returns the relation that the heads of a guardian's columns say. */
  relationOf(guardian: number): string | undefined {
    return this.#columns.find(
      ({ meaning, relation }) => meaning.guardian === guardian && relation !== undefined,
    )?.relation;
  }

  #columnOf(field: RosterField, guardian?: number): ReadColumn | undefined {
    return this.#columns.find(
      ({ meaning }) => meaning.field === field && meaning.guardian === guardian,
    );
  }
}

/** Removes the apostrophe that keeps a number from a spreadsheet, where an export wrote it into the text: `'0012`. */
const withoutMark = (text: string) => text.replace(/^\s*['‘’`]+/, "");

/** Returns why a cell cannot be used at all, and what to do about it (RO-02). */
function unusable(cell: Cell, field: RosterField): string | undefined {
  if (typeof cell !== "string" && "broken" in cell) {
    return cell.broken.startsWith("#")
      ? `公式算出了错误 ${cell.broken}，请改成正确的内容`
      : "公式没有算出的值，请在 Excel 中打开文件、保存一次再传";
  }
  const text = cleanText(textOf(cell));
  const hasLost =
    typeof cell === "string"
      ? NUMBERED.includes(field) && /^\d(\.\d+)?E\+?\d{1,2}$/i.test(text)
      : cell.has_lost_digits;
  if (hasLost) {
    return `显示为 ${text}，Excel 已把末几位变成 0；请把这一列设为“文本”格式，再从原系统复制一次`;
  }
  if (text.includes("\uFFFD")) return "有无法辨认的字（�），请从原系统重新导出";
  // the digits of an identity card stay out of whatever is stored or shown (RO-03)
  return !MAY_BE_ID.includes(field) && containsIdNumber(text)
    ? "这一格里有身份证号，请移到身份证号一列，或删去"
    : undefined;
}
