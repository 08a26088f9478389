import type { MarkRange } from "#contract";
import type { Reading, Wanted } from "./wanted.ts";
import { plainInPlace, unitsOf } from "./words.ts";

/** Characters of an excerpt around the first match. */
const EXCERPT_LENGTH = 96;
const BEFORE_MATCH = 24;

/**
 * Returns the parts of a title that match the keyword, by characters or by sound. `sounds` are its syllables, one for
 * each unit.
 */
export function titleMarks(title: string, sounds: string, wanted: Wanted | null): MarkRange[] {
  if (wanted === null) return [];
  const text = plainInPlace(title);
  return joined(
    wanted.parts.flatMap((readings) => {
      for (const reading of readings) {
        const marks = marksOf(text, sounds, reading);
        if (marks.length > 0) return marks;
      }
      return [];
    }),
  );
}

function marksOf(text: string, sounds: string, reading: Reading): MarkRange[] {
  if (reading.kind === "text") return occurrences(text, reading.text);
  const units = unitsOf(text);
  const syllables = sounds === "" ? [] : sounds.split(" ");
  // a title of two readings of itself cannot be marked by sound
  if (units.length !== syllables.length) return [];
  const heard =
    reading.kind === "sound"
      ? { row: syllables, wanted: reading.syllables }
      : {
          row: units.map(({ isHan }, at) => (isHan ? (syllables[at]?.slice(0, 1) ?? "") : "")),
          wanted: reading.letters.split(""),
        };
  return rows(heard.row, heard.wanted).flatMap((at) => {
    const from = units[at]?.from;
    const to = units[at + heard.wanted.length - 1]?.to;
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
}

/**
 * Returns the text, or an excerpt around its first match, with the matches marked. The first of `texts` with a match is
 * used.
 */
export function excerpt(
  texts: readonly string[],
  wanted: Wanted | null,
): { text: string; marks: MarkRange[] } {
  const [first = ""] = texts;
  for (const text of wanted === null ? [] : texts) {
    const marks = textMarks(text, wanted);
    const [mark] = marks;
    if (mark !== undefined) return cut(text, marks, Math.max(0, mark.from - BEFORE_MATCH));
  }
  return cut(first, [], 0);
}

function textMarks(text: string, wanted: Wanted | null): MarkRange[] {
  const lower = plainInPlace(text);
  return joined(
    (wanted?.parts ?? []).flatMap((readings) =>
      readings.flatMap((reading) =>
        reading.kind === "text" ? occurrences(lower, reading.text) : [],
      ),
    ),
  );
}

function cut(text: string, marks: MarkRange[], start: number) {
  if (text.length <= EXCERPT_LENGTH) return { text, marks };
  const from = wholeFrom(text, Math.min(start, text.length - EXCERPT_LENGTH));
  const to = wholeFrom(text, Math.min(text.length, from + EXCERPT_LENGTH));
  const head = from > 0 ? "…" : "";
  const shift = head.length - from;
  return {
    text: head + text.slice(from, to).replaceAll("\n", " ") + (to < text.length ? "…" : ""),
    marks: marks
      .filter((mark) => mark.from >= from && mark.to <= to)
      .map((mark) => ({ from: mark.from + shift, to: mark.to + shift })),
  };
}

/** Returns a position that is never inside a surrogate pair. */
function wholeFrom(text: string, at: number): number {
  const isSecond = /[\uDC00-\uDFFF]/.test(text.charAt(at));
  return isSecond ? at - 1 : at;
}

function occurrences(text: string, part: string): MarkRange[] {
  const found: MarkRange[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) {
    found.push({ from: at, to: at + part.length });
  }
  return found;
}

/** Returns the positions at which `wanted` stands in the row, side by side. */
function rows(row: readonly string[], wanted: readonly string[]): number[] {
  const found: number[] = [];
  for (let at = 0; at + wanted.length <= row.length; at += 1) {
    if (wanted.every((one, place) => row[at + place] === one)) found.push(at);
  }
  return found;
}

/** Returns the marks in order; overlapping and touching ones are joined. */
function joined(marks: readonly MarkRange[]): MarkRange[] {
  const whole: MarkRange[] = [];
  for (const { from, to } of marks.toSorted((a, b) => a.from - b.from)) {
    const last = whole.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else whole.push({ from, to });
  }
  return whole;
}
