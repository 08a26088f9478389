import type { ColumnMeaning, RosterField } from "#contract";
import { gradeOfText } from "./grade-class.ts";
import { isIdNumber } from "./id-number.ts";
import type { RosterKind } from "./meanings.ts";

/** Cells of a column that must look alike before its meaning is guessed. */
const MIN_MATCHING_SHARE = 0.8;
const MIN_CELLS = 3;

const LOOKS: readonly (readonly [RosterField, (text: string, head: string) => boolean])[] = [
  ["number", (text) => /^[GJL]\d{17}[\dX]$/i.test(text)],
  ["id_card", (text) => isIdNumber(text)],
  ["gender", (text) => /^[男女]$/.test(text)],
  ["class", (text) => /班$/.test(text)],
  ["grade", (text) => gradeOfText(text, "5-4") !== undefined && !/^\d+$/.test(text)],
  ["mobile", (text) => /^1[3-9]\d{9}$/.test(text)],
  // a head that says something else is believed: 籍贯 and 民族 look like names
  ["name", (text, head) => head === "" && /^\p{Script=Han}[\p{Script=Han}·]{1,9}$/u.test(text)],
];

/** Guesses the meaning of a column without a known head by what its cells look like (RO-01). */
export function looksOf(
  texts: readonly string[],
  head: string,
  kind: RosterKind,
  isTaken: (field: RosterField) => boolean,
): ColumnMeaning | null {
  if (texts.length < MIN_CELLS) return null;
  for (const [field, looks] of LOOKS) {
    if (isTaken(field) || (kind === "teacher" && (field === "number" || field === "grade")))
      continue;
    // whose number it is only a head can say; a pupil's own mobile is rare
    if (field === "mobile" && kind === "student") continue;
    const alike = texts.filter((text) => looks(text, head)).length;
    if (alike / texts.length >= MIN_MATCHING_SHARE) return { field };
  }
  return null;
}
