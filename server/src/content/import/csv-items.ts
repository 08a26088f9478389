import { CsvError, parse } from "csv-parse/sync";
import { type Fault, type Field, FIELDS, type Given } from "./given.ts";

/** Columns for one medium, in place of a list. */
const MEDIUM = { media_type: "媒体类型", media_url: "媒体地址", media_name: "媒体名称" } as const;
type Column = Exclude<Field, "media"> | keyof typeof MEDIUM;

const COLUMNS = new Map<string, Column>(
  Object.entries({ ...FIELDS, ...MEDIUM })
    .filter(([column]) => column !== "media")
    .flatMap(([column, name]) => [
      [column, column as Column],
      [name, column as Column],
    ]),
);

interface Record_ {
  line: number;
  cells: string[];
}

/** Returns the items of a CSV text with a header, each with the line on which it begins. */
export function csvItems(text: string): { items: Given[]; faults: Fault[] } {
  const { records, faults } = recordsOf(text);
  const [head, ...rows] = records;
  if (head === undefined) return { items: [], faults: [...faults, { message: "文件是空的" }] };
  const columns = head.cells.map((cell) => COLUMNS.get(cell.trim()));
  head.cells.forEach((cell, at) => {
    if (columns[at] === undefined) {
      faults.push({ line: head.line, message: `表头里的“${cell}”不是已知的列` });
    } else if (columns.indexOf(columns[at]) !== at) {
      faults.push({ line: head.line, message: `表头里“${cell}”出现了两次` });
    }
  });
  const items: Given[] = [];
  for (const { line, cells } of rows) {
    if (cells.length !== columns.length) {
      const message = `这一行有 ${cells.length} 格，而表头有 ${columns.length} 格`;
      faults.push({ line, message });
      continue;
    }
    const row: Partial<Record<Column, string>> = {};
    cells.forEach((cell, at) => {
      const column = columns[at];
      if (column !== undefined && cell.trim() !== "") row[column] = cell.trim();
    });
    items.push({ line, fields: fieldsOf(row) });
  }
  return { items, faults };
}

function recordsOf(text: string): { records: Record_[]; faults: Fault[] } {
  const records: Record_[] = [];
  try {
    // the parser counts CR LF inside of quotes as two lines
    parse(text.replaceAll("\r\n", "\n"), {
      relax_column_count: true,
      skip_empty_lines: true,
      on_record(cells: string[], { lines }) {
        const breaks = cells.reduce((sum, cell) => sum + cell.split("\n").length - 1, 0);
        records.push({ line: lines - breaks, cells });
        return null;
      },
    });
    return { records, faults: [] };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message =
      "双引号没有配对，或位置不对：单元格要么整个用双引号括起，要么不含双引号（括起后其中的双引号写两遍）";
    return { records, faults: [{ line: (records.at(-1)?.line ?? 0) + 1, message }] };
  }
}

function fieldsOf(row: Partial<Record<Column, string>>): Given["fields"] {
  const { media_type, media_url, media_name, keywords, sections, ...fields } = row;
  return {
    ...fields,
    ...(keywords !== undefined && { keywords: keywords.split(/[;；、]/).map((one) => one.trim()) }),
    ...(sections !== undefined && { sections: [{ title: "", text: sections }] }),
    ...((media_type ?? media_url ?? media_name) !== undefined && {
      media: [{ type: media_type, url: media_url, name: media_name }],
    }),
  };
}
