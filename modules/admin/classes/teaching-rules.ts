import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { ChangeSource } from "#contract";

/** Cells of the grid of who teaches what: reading what was typed or pasted, and matching it to people. Pure. */

/** The column of those who head a class. */
export const HEADS = "";
export const HEADS_NAME = "班主任";

export interface Teacher {
  id: string;
  name: string;
}
export interface Match extends Teacher {
  account: string;
}
export interface Column {
  /** The subject's; empty for head-teachers. */
  id: string;
  name: string;
}
interface Row {
  id: string;
  name: string;
}

/** Names a cell. */
export function cellKey(class_id: string, subject_id: string): string {
  return `${class_id}\n${subject_id}`;
}

/** Returns the names of one cell, which may hold several. */
export function namesIn(text: string): string[] {
  return [...new Set(text.split(/[、,，;；/\n\r]+/).map((name) => name.trim()))].filter(Boolean);
}

export function textOf(teachers: readonly Teacher[]): string {
  return teachers.map(({ name }) => name).join("、");
}

/** Reads a block that was copied from a table: cells by tabs, lines by line ends; what is in quotes may hold both. */
export function readBlock(text: string): string[][] {
  const lines: string[][] = [[]];
  let cell = "";
  let quoted = false;
  const end = () => {
    lines[lines.length - 1]?.push(cell.trim());
    cell = "";
  };
  for (let index = 0; index < text.length; index += 1) {
    const letter = text.charAt(index);
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text.charAt(index + 1) === '"') cell += text.charAt((index += 1));
      else quoted = false;
    } else if (letter === '"' && cell === "") quoted = true;
    else if (letter === "\t") end();
    else if (letter === "\n") {
      end();
      lines.push([]);
    } else if (letter !== "\r") cell += letter;
  }
  end();
  while (lines.length > 0 && (lines[lines.length - 1] ?? []).every((one) => one === ""))
    lines.pop();
  return lines;
}

/**
 * Tells a pasted block from others without keeping it (CS-06): equal cells have an equal hash. Not by `crypto.subtle`, which
 * is missing where a school's server has a plain http address.
 */
export function sourceOfBlock(block: readonly (readonly string[])[]): ChangeSource {
  const lines = block.map((line) => line.join("\t")).filter((line) => line.trim() !== "");
  const hash = sha256(new TextEncoder().encode(lines.join("\n").normalize("NFKC")));
  return { kind: "paste", sha256: bytesToHex(hash), lines: Math.max(1, lines.length) };
}

export interface Placed {
  cells: { class_id: string; subject_id: string; text: string }[];
  /** Lines and columns that belong nowhere, in words and in order. */
  lost: string[];
}

/**
 * Puts a block where it belongs: by the names of subjects in its first line and of classes in its first column, as far as it
 * has them, else from `from` on, the cell in which it was pasted.
 */
export function placeBlock(
  block: readonly (readonly string[])[],
  {
    rows,
    columns,
    subjects,
    from,
  }: {
    rows: readonly Row[];
    /** Those in sight, in their order. */
    columns: readonly Column[];
    /** All that a head line may name. */
    subjects: readonly Column[];
    from: { row: number; column: number } | null;
  },
): Placed {
  const byName = <T extends { name: string }>(list: readonly T[]) =>
    new Map(list.map((one) => [plain(one.name), one]));
  const [subjectOf, classOf] = [byName([...columns, ...subjects]), byName(rows)];
  const head = block[0] ?? [];
  const hasHead = head.some((name) => subjectOf.has(plain(name)));
  const body = hasHead ? block.slice(1) : block;
  const hasNames = body.some(([name = ""]) => classOf.has(plain(name)));
  const placed: Placed = { cells: [], lost: [] };
  if (from === null && !(hasHead && hasNames)) {
    placed.lost.push("第一行要有学科的名称，第一列要有班级的名称");
    return placed;
  }
  const start = { row: from?.row ?? 0, column: from?.column ?? 0 };
  const width = Math.max(0, ...block.map((line) => line.length));
  const targets = Array.from({ length: width }, (_one, index) => {
    if (hasNames && index === 0) return null;
    if (!hasHead) return columns[start.column + index - (hasNames ? 1 : 0)];
    const name = head[index] ?? "";
    return name === "" ? null : subjectOf.get(plain(name));
  });
  targets.forEach((target, index) => {
    if (target !== undefined) return;
    const name = hasHead ? head[index] : undefined;
    placed.lost.push(name ? `没有“${name}”这个学科` : `第 ${index + 1} 列超出了表格`);
  });
  body.forEach((line, index) => {
    if (line.every((text) => text === "")) return;
    const row = hasNames ? classOf.get(plain(line[0] ?? "")) : rows[start.row + index];
    if (row === undefined) {
      const number = index + (hasHead ? 2 : 1);
      placed.lost.push(
        hasNames ? `第 ${number} 行：没有“${line[0] ?? ""}”这个班级` : `第 ${number} 行超出了表格`,
      );
      return;
    }
    targets.forEach((target, column) => {
      if (!target) return;
      placed.cells.push({ class_id: row.id, subject_id: target.id, text: line[column] ?? "" });
    });
  });
  return placed;
}

/** Names are the same however wide their letters and brackets are. */
function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, "");
}

/** One name of a cell, and whom it stands for: a problem where that is not one person. */
export interface Resolved {
  text: string;
  id: string | null;
  /** Several of the name; empty where it is nobody's. Undefined: not yet asked for. */
  people: readonly Match[] | undefined;
}

/** Finds for each name of a cell the person: who is there already, who was chosen, or the only one of the name. */
export function resolveCell(
  text: string,
  {
    present,
    matches,
    chosen,
  }: {
    present: readonly Teacher[];
    matches: ReadonlyMap<string, readonly Match[]>;
    /** Ids by name, where somebody has said which of several it is. */
    chosen: ReadonlyMap<string, string>;
  },
): Resolved[] {
  return namesIn(text).map((name) => {
    const there = present.filter((one) => plain(one.name) === plain(name));
    const people = matches.get(name);
    const pick = chosen.get(name);
    const [only] = there.length === 1 ? there : people?.length === 1 ? people : [];
    return { text: name, id: pick ?? only?.id ?? null, people };
  });
}
