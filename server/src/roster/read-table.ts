import { cellFault } from "./cell-rules.ts";
import { containsIdNumber, decodeText, parseCsv, type CsvRecord } from "../roster-file/api.ts";
import type { Fault } from "./fault.ts";
import { type CellKind, columnsOf, type ColumnOf, type RosterFile } from "./one-roster.ts";

/** A record of a file, by column; a column that the file lacks is empty. */
export interface Row<F extends RosterFile> {
  /** The line in the bundle's file; absent when an earlier bundle brought the row. */
  line?: number;
  cells: Readonly<Record<ColumnOf<F> | RecordColumn, string>>;
  /** Columns whose cells have a fault of their own; absent when none has. */
  faulty?: ReadonlySet<string>;
}

/** Ids that a file may have though no row of them was read: these, or any. */
export type Gap = ReadonlySet<string> | "any";

/**
 * Returns whether these cells are free of faults. Checks between rows use sound cells only, so that one fault is
 * reported once.
 */
export function isSound<F extends RosterFile>(row: Row<F>, ...columns: ColumnOf<F>[]): boolean {
  return row.faulty === undefined || !columns.some((column) => row.faulty?.has(column));
}

/** Columns that every file has. */
type RecordColumn = "sourcedId" | "status";

type Report = (fault: Fault) => void;

/** Columns of older versions of the standard that exports still carry; they are ignored. */
const PAST_COLUMNS: ReadonlySet<string> = new Set(["resourceSourcedIds"]);

/** Reads the rows of one file and checks each cell by itself; faults go to `report`. */
export function readTable<F extends RosterFile>(
  file: F,
  bytes: Uint8Array,
  report: Report,
): { rows: Row<F>[]; gap: Gap } {
  const name = `${file}.csv`;
  const { records, isWhole } = readRecords(name, bytes, report);
  const [header, ...body] = records;
  if (!header) return { rows: [], gap: "any" };
  const columns = columnsOf(file);
  const places = readHeader(file, header, report);
  const idPlace = places.get("sourcedId" as ColumnOf<F>);
  if (idPlace === undefined) return { rows: [], gap: "any" };
  const rows: Row<F>[] = [];
  const seen = new Map<string, number>();
  const passed = new Set<string>();
  for (const record of body) {
    if (record.cells.length !== header.cells.length) {
      const message = `有 ${record.cells.length} 列，表头有 ${header.cells.length} 列；含逗号的内容请用双引号括起`;
      report({ file: name, line: record.line, message });
      passed.add(record.cells[idPlace]?.trim() ?? "");
      continue;
    }
    let row = readRow(file, columns, places, record, report);
    const id = row.cells.sourcedId;
    const first = seen.get(id);
    if (id !== "" && first !== undefined && isSound(row, "sourcedId" as ColumnOf<F>)) {
      const message = `“${id}”与第 ${first} 行重复`;
      report({ file: name, line: record.line, column: "sourcedId", message });
      row = { ...row, faulty: new Set([...(row.faulty ?? []), "sourcedId"]) };
    }
    seen.set(id, record.line);
    rows.push(row);
  }
  return { rows, gap: isWhole ? passed : "any" };
}

/** Returns the records of a CSV file, its header first, and whether they are complete. */
export function readRecords(
  name: string,
  bytes: Uint8Array,
  report: Report,
): { records: CsvRecord[]; isWhole: boolean } {
  const decoded = decodeText(bytes);
  if ("fault" in decoded) {
    report({ file: name, line: decoded.line, message: decoded.fault });
    return { records: [], isWhole: false };
  }
  const { records, fault } = parseCsv(decoded.text);
  if (fault) report({ file: name, ...fault });
  else if (records.length === 0) report({ file: name, message: "文件是空的，至少要有表头" });
  return { records, isWhole: fault === undefined };
}

/** Returns the index of each column; reports those that are missing, unknown or there twice. */
function readHeader<F extends RosterFile>(
  file: F,
  { line, cells }: CsvRecord,
  report: Report,
): Map<ColumnOf<F>, number> {
  const columns = columnsOf(file);
  const say = (column: string | undefined, message: string) =>
    report({ file: `${file}.csv`, line, column, message });
  if (cells.length === 1 && /[;\t]/.test(cells[0] ?? "")) {
    say(undefined, "列之间应以英文逗号分隔，这里用的是分号或制表符");
    return new Map();
  }
  const names = cells.map((cell) => cell.trim());
  const known = new Set<string>(columns.map(([column]) => column));
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) !== index) say(name, "表头里有两个同名的列");
    else if (!known.has(name) && !name.startsWith("metadata.") && !PAST_COLUMNS.has(name)) {
      say(name || `第 ${index + 1} 列`, "不是 OneRoster 1.2 的列；自加的列请以 metadata. 开头");
    }
  }
  for (const [column, { required }] of columns) {
    if (required && !names.includes(column)) say(column, "缺少这一列");
  }
  return new Map(
    columns.flatMap(([column]) => {
      const place = names.indexOf(column);
      return place === -1 ? [] : [[column, place] as const];
    }),
  );
}

function readRow<F extends RosterFile>(
  file: F,
  columns: ReturnType<typeof columnsOf<F>>,
  places: ReadonlyMap<ColumnOf<F>, number>,
  { line, cells }: Pick<CsvRecord, "cells"> & { line?: number },
  report: Report,
): Row<F> {
  const values: Partial<Record<ColumnOf<F>, string>> = {};
  const faulty = new Set<string>();
  for (const [column, { kind, required }] of columns) {
    const place = places.get(column);
    const given = place === undefined ? "" : (cells[place]?.trim() ?? "");
    const value = kind === "unneeded" ? "" : given;
    values[column] = value;
    const fault =
      value !== ""
        ? (idFault(kind, value) ?? cellFault(kind, value))
        : required && place !== undefined
          ? "必填，不能为空"
          : undefined;
    if (fault !== undefined) report({ file: `${file}.csv`, line, column, message: fault });
    // a column that is missing was reported with the header
    if (fault !== undefined || (required && place === undefined)) faulty.add(column);
  }
  const at = line === undefined ? {} : { line };
  return { ...at, cells: values as Row<F>["cells"], ...(faulty.size > 0 && { faulty }) };
}

/** Refuses an identity-card number, which is never kept, and does not quote it (RO-03); a password is only hashed. */
function idFault(kind: CellKind, value: string): string | undefined {
  return kind !== "password" && containsIdNumber(value)
    ? "是身份证号，平台不保存身份证号，请换成别的编号"
    : undefined;
}

/** Records of one file that did not come in one: each a text for each column; what is left out is empty. */
export type RecordsOf<F extends RosterFile> = readonly Readonly<
  Partial<Record<ColumnOf<F>, string>>
>[];

/** Checks records that came over the network, cell by cell, as rows of a file are; their faults name the record. */
export function readRecordRows<F extends RosterFile>(
  file: F,
  records: RecordsOf<F>,
  report: Report,
): { rows: Row<F>[]; gap: Gap } {
  const columns = columnsOf(file);
  const places = new Map(columns.map(([column], place) => [column, place] as const));
  const seen = new Set<string>();
  const rows = records.map((record) => {
    const id = (record as Readonly<Record<string, string | undefined>>)["sourcedId"] ?? "";
    const say: Report = (fault) => report({ ...fault, message: `记录“${id}”：${fault.message}` });
    const cells = columns.map(([column]) => record[column] ?? "");
    const row = readRow(file, columns, places, { cells }, say);
    if (id === "" || !seen.has(id)) {
      seen.add(id);
      return row;
    }
    say({ file: `${file}.csv`, column: "sourcedId", message: "出现了两次" });
    return { ...row, faulty: new Set([...(row.faulty ?? []), "sourcedId"]) };
  });
  return { rows, gap: new Set() };
}
