import type { RosterKind } from "#contract";
import { HEAD_ROWS } from "./limits.ts";
import { meaningOfHead, normaliseHead } from "./meanings.ts";
import { textOf, type Table, type TableRow } from "./table.ts";
import { cleanText } from "./text.ts";

/** Rows of which a head consists at most. */
const MAX_HEAD_LINES = 3;
/** Heads that have to be known before a row is taken for the heads. */
const MIN_KNOWN_HEADS = 2;

/** Heads of a sheet: one text for each column, and the rows that they take. */
export interface Heads {
  /** The number of the last row of the heads. */
  row: number;
  heads: string[];
  /** Texts of each column by their lines, the upper first. */
  lines: string[][];
}

/**
 * Finds the heads of a sheet among its first ten rows: the row, or the two or three merged ones, in which most columns
 * have a name that is known (RO-01). Undefined where there is none.
 */
export function findHeads(
  table: Table,
  kind: RosterKind,
  remembered: ReadonlySet<string>,
): Heads | undefined {
  const candidates = table.rows.filter(({ row }) => row <= HEAD_ROWS + MAX_HEAD_LINES - 1);
  let best: { heads: Heads; score: number } | undefined;
  for (const [end, row] of candidates.entries()) {
    for (let lines = 1; lines <= Math.min(MAX_HEAD_LINES, end + 1); lines += 1) {
      if (row.row - lines + 1 > HEAD_ROWS) continue;
      const heads = headsOf(table, candidates.slice(end - lines + 1, end + 1));
      // a further line has to tell more than the last line alone does
      const score = scoreOf(heads, kind, remembered) - (lines - 1) / 2;
      if (score >= MIN_KNOWN_HEADS && score > (best?.score ?? 0)) best = { heads, score };
    }
  }
  return best?.heads;
}

/** Returns the heads that end in a row that a person named. */
export function headsAt(table: Table, row: number): Heads | undefined {
  const found = table.rows.find((candidate) => candidate.row === row);
  return found && headsOf(table, [found]);
}

/** Joins the lines of a head; a merged cell counts for all the columns that it covers, and once for its rows. */
function headsOf(table: Table, rows: TableRow[]): Heads {
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const last = rows.at(-1)?.row ?? 0;
  const lines = Array.from({ length: width }, (_, column) =>
    rows.flatMap((row, place) => {
      const text = cleanText(textOf(row.cells[column] ?? coveredBy(table, row.row, column)));
      // above the last line a head also reaches over the empty cells to its right, when nobody merged them
      const over =
        text === "" && place < rows.length - 1 && isNamed(rows, place, column)
          ? cleanText(textOf(leftOf(row, column)))
          : text;
      return over === "" ? [] : [over];
    }),
  );
  return { row: last, lines, heads: lines.map((parts) => [...new Set(parts)].join(" ")) };
}

/** Returns whether a line below names this column, so that the line above may reach over it. */
const isNamed = (rows: TableRow[], place: number, column: number) =>
  rows.slice(place + 1).some(({ cells }) => cells[column] !== undefined);

function leftOf({ cells }: TableRow, column: number) {
  for (let left = column - 1; left >= 0; left -= 1) {
    if (cells[left] !== undefined) return cells[left];
  }
  return undefined;
}

function coveredBy({ merged, rows }: Table, row: number, column: number) {
  const area = merged.find(
    ({ top, left, bottom, right }) =>
      row >= top && row <= bottom && column >= left && column <= right,
  );
  // a title over the whole sheet names no column
  const FEW_COLUMNS = 12;
  if (area === undefined || area.right - area.left > FEW_COLUMNS) return undefined;
  return rows.find((other) => other.row === area.top)?.cells[area.left];
}

function scoreOf({ lines }: Heads, kind: RosterKind, remembered: ReadonlySet<string>): number {
  const seen = new Set<string>();
  for (const parts of lines) {
    const head = normaliseHead(joinedHead(parts));
    const last = normaliseHead(parts.at(-1) ?? "");
    const meaning = meaningOfHead(head, kind) ?? meaningOfHead(last, kind);
    if (meaning !== undefined) seen.add(`${meaning.field} ${meaning.group ?? ""}`);
    else if (remembered.has(head)) seen.add(head);
  }
  return seen.size;
}

/** Returns the lines of a head as one text, each of them once. */
const joinedHead = (lines: readonly string[]) => [...new Set(lines)].join(" ");
