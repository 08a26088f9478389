import { syllablesOf } from "./syllables.ts";
import { tokenOfWord, tokensOfHan, tokensOfInitials, tokensOfSounds } from "./tokens.ts";
import { plain, runsOf } from "./words.ts";

/** One way to read a part of a keyword, and what a row must hold then. */
export type Reading = { tokens: readonly string[] } & (
  | { kind: "text"; text: string }
  | { kind: "sound"; syllables: readonly string[] }
  | { kind: "initials"; letters: string }
);

/** A keyword, read: every part must be found, each in one of its readings. */
export interface Wanted {
  /** The whole keyword as titles are compared with. */
  text: string;
  parts: readonly (readonly Reading[])[];
}

/** Further parts say nothing that these do not. */
const MOST_PARTS = 12;
const LETTERS = /^[a-z]+$/;
const LONGEST_INITIALS = 12;

/** Reads a keyword: Hanzi, words, full pinyin, initials, apart by spaces or signs. Null when there is nothing to look for. */
export function readKeyword(keyword: string): Wanted | null {
  const text = plain(keyword).trim().replaceAll(/\s+/g, " ");
  const parts = runsOf(text)
    .slice(0, MOST_PARTS)
    .map((run) => {
      const texts = run.map((unit) => unit.text);
      const whole = texts.join("");
      return run[0]?.isHan === true
        ? [{ kind: "text" as const, text: whole, tokens: tokensOfHan(texts) }]
        : readingsOfLetters(whole);
    });
  return parts.length === 0 ? null : { text, parts };
}

function readingsOfLetters(word: string): Reading[] {
  const readings: Reading[] = [{ kind: "text", text: word, tokens: [tokenOfWord(word)] }];
  if (!LETTERS.test(word)) return readings;
  for (const syllables of syllablesOf(word)) {
    readings.push({ kind: "sound", syllables, tokens: tokensOfSounds(syllables) });
  }
  if (word.length > 1 && word.length <= LONGEST_INITIALS) {
    readings.push({ kind: "initials", letters: word, tokens: tokensOfInitials(word) });
  }
  return readings;
}
