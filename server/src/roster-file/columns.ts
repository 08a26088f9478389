import type {
  ColumnMeaning,
  RosterColumn,
  RosterField,
  RosterKind,
  RosterMapping,
} from "#contract";
import {
  isOfSomebodyElse,
  meaningOfHead,
  normaliseHead,
  numberGuardians,
  relationOfHead,
  type HeadMeaning,
} from "./meanings.ts";
import type { Heads } from "./heads.ts";
import { letterOf, textOf, type TableRow } from "./table.ts";
import { cleanText, maskIdNumbers } from "./text.ts";
import { gradeOfText } from "./grade-class.ts";
import { isIdNumber } from "./id-number.ts";

/** Cells of a column that are shown as examples, and those by which its meaning is guessed. */
const SAMPLES = 3;
const LOOKED_AT = 60;
const SAMPLE_LENGTH = 40;

/** Meanings that a school corrected formerly: a normalised head → its meaning; null: not needed. */
export type CorrectedMeanings = Readonly<Record<string, ColumnMeaning | null>>;

/** A column with a meaning, as the rows are read by. */
export interface ReadColumn {
  index: number;
  letter: string;
  head: string;
  meaning: ColumnMeaning;
  /** The relation that the head of a guardian's column says: `父亲电话`. */
  relation: string | undefined;
}

/**
 * Finds each column's meaning: what a person chose for this file, else what the school chose formerly, else its head, else
 * what its cells look like (RO-01). No meaning is given twice.
 */
export function findColumns(
  { heads, lines }: Pick<Heads, "heads" | "lines">,
  rows: readonly TableRow[],
  kind: RosterKind,
  remembered: CorrectedMeanings,
  mapping: RosterMapping | undefined,
): RosterColumn[] {
  const looked = rows.slice(0, LOOKED_AT);
  const width = looked.reduce((most, { cells }) => Math.max(most, cells.length), heads.length);
  const indexes = Array.from({ length: width }, (_, index) => index);
  const names = indexes.map((index) => normaliseHead(heads[index] ?? ""));
  const chosen = new Map(mapping?.columns?.map(({ index, meaning }) => [index, meaning]));
  const known = (index: number) => {
    const name = names[index] ?? "";
    return Object.hasOwn(remembered, name) ? remembered[name] : undefined;
  };
  const numbered = numberGuardians(
    indexes.map((index) =>
      chosen.has(index) || known(index) !== undefined
        ? undefined
        : byName(names[index] ?? "", lines[index] ?? [], kind),
    ),
  );
  const namedGuardians = new Set(
    [...numbered, ...chosen.values(), ...indexes.map(known)].flatMap((meaning) =>
      meaning?.field === "guardian_name" ? meaning.guardian : [],
    ),
  );
  // a telephone number without anybody's name is nobody's: 联系电话 alone is dropped
  const byHead = numbered.map((meaning) =>
    meaning?.guardian === undefined || namedGuardians.has(meaning.guardian) ? meaning : null,
  );
  const taken = new Set<string>();
  const take = (meaning: ColumnMeaning | null | undefined) => {
    if (meaning === null || meaning === undefined) return null;
    const key = keyOf(meaning);
    if (taken.has(key)) return null;
    taken.add(key);
    return meaning;
  };
  // a person's choice comes before the school's, and that before ours, wherever the columns stand
  const own = indexes.map((index) => take(chosen.get(index)));
  const former = indexes.map((index) => (chosen.has(index) ? null : take(known(index))));
  const named = indexes.map((index) => (former[index] ? null : take(byHead[index])));
  const texts = (index: number) =>
    looked.map(({ cells }) => cleanText(textOf(cells[index]))).filter((text) => text !== "");
  const looks = indexes.map((index) => {
    if (chosen.has(index) || known(index) !== undefined || byHead[index]) return null;
    const head = names[index] ?? "";
    if (isOfSomebodyElse(head)) return null;
    return take(looksOf(texts(index), head, kind, (field) => taken.has(field)));
  });
  return indexes.flatMap((index) => {
    const meaning = own[index] ?? former[index] ?? named[index] ?? looks[index] ?? null;
    const samples = meaning === null || isSecret(meaning) ? [] : texts(index).slice(0, SAMPLES);
    const head = maskIdNumbers(heads[index] ?? "");
    // nobody sees a column that has neither a head nor a cell
    if (head === "" && meaning === null && texts(index).length === 0) return [];
    const isUnneeded = !chosen.has(index) && known(index) === null;
    const byLooks = looks[index] ? "cells" : meaning ? "head" : null;
    const why = former[index] || isUnneeded ? "remembered" : byLooks;
    return {
      index,
      letter: letterOf(index),
      head,
      meaning,
      why,
      samples: samples.map((text) => maskIdNumbers(text).slice(0, SAMPLE_LENGTH)),
    };
  });
}

/** Returns the columns that rows are read by. */
export function readColumnsOf(columns: readonly RosterColumn[]): ReadColumn[] {
  return columns.flatMap(({ index, letter, head, meaning }) =>
    meaning === null
      ? []
      : { index, letter, head, meaning, relation: relationOfHead(normaliseHead(head)) },
  );
}

/** Tells the columns of which nothing is shown: identity-card numbers, and 学籍号, which contain them (RO-03). */
const isSecret = ({ field }: ColumnMeaning) => field === "id_card" || field === "number";

function byName(head: string, lines: string[], kind: RosterKind): HeadMeaning | undefined {
  const found = meaningOfHead(head, kind);
  if (found !== undefined || lines.length < 2) return found;
  // the upper line may be a title, or name somebody else: 「紧急联络人」「姓名」
  const upper = normaliseHead(lines.slice(0, -1).join(""));
  return isOfSomebodyElse(upper)
    ? undefined
    : meaningOfHead(normaliseHead(lines.at(-1) ?? ""), kind);
}

const keyOf = ({ field, guardian }: ColumnMeaning) =>
  guardian === undefined ? field : `${field} ${guardian}`;

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
function looksOf(
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
