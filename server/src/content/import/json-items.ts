import { type Fault, FIELDS, type Given } from "./given.ts";

/** Returns the items of a JSON text, a list of objects, each with the line on which it begins. */
export function jsonItems(text: string): { items: Given[]; faults: Fault[] } {
  const items: Given[] = [];
  const faults: Fault[] = [];
  const pieces = piecesOf(text);
  if (pieces === undefined) {
    return { items, faults: [{ message: "文件应是一个 JSON 列表：以 [ 开头，以 ] 结尾" }] };
  }
  for (const { line, text: piece } of pieces) {
    const value = parsed(piece);
    if (value === undefined) {
      faults.push({
        line,
        message: "从这一行起的一项不是完整的 JSON：请检查引号、逗号和括号是否配对",
      });
    } else if (typeof value !== "object" || value === null || Array.isArray(value)) {
      faults.push({ line, message: "每一项应是一个对象，写在 { 和 } 之间" });
    } else {
      for (const name of Object.keys(value).filter((one) => !Object.hasOwn(FIELDS, one))) {
        faults.push({ line, message: `没有“${name}”这个字段` });
      }
      items.push({ line, fields: value });
    }
  }
  return { items, faults };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the texts between the commas of the outermost list; undefined when there is no such list. */
function piecesOf(text: string): { line: number; text: string }[] | undefined {
  const [, open] = /^\s*(\[)/d.exec(text)?.indices ?? [];
  const close = text.trimEnd().length - 1;
  if (open === undefined || text[close] !== "]" || close < open[1]) return undefined;
  const pieces: { line: number; text: string }[] = [];
  const lineAt = lineCounter(text);
  let depth = 0;
  let from = open[1];
  const end = (at: number) => {
    const piece = text.slice(from, at);
    const start = from + (piece.length - piece.trimStart().length);
    pieces.push({ line: lineAt(start), text: piece });
    from = at + 1;
  };
  // a string, with what is escaped in it, or one of the signs that count
  const signs = /"(?:[^"\\\n]|\\.)*"|[[\]{},]/g;
  signs.lastIndex = from;
  for (let found = signs.exec(text); found !== null; found = signs.exec(text)) {
    const [sign] = found;
    if (found.index >= close) break;
    if (sign === "[" || sign === "{") depth += 1;
    else if (sign === "]" || sign === "}") depth -= 1;
    else if (sign === "," && depth === 0) end(found.index);
  }
  const isEmpty = pieces.length === 0 && text.slice(from, close).trim() === "";
  if (!isEmpty) end(close);
  return pieces;
}

/**
 * Returns a function that gives the line of a position, from 1. Positions must ascend: it counts on from the last one.
 */
function lineCounter(text: string): (at: number) => number {
  let line = 1;
  let end = text.indexOf("\n");
  return (at) => {
    for (; end !== -1 && end < at; end = text.indexOf("\n", end + 1)) line += 1;
    return line;
  };
}
