import { simplified } from "#contract/simplified";
import { TAGS } from "./curriculum.ts";
import { syllablesOf } from "./syllables.ts";
import { tokenOfWord, tokensOfHan, tokensOfInitials, tokensOfSounds } from "./tokens.ts";
import { plain, runsOf } from "./words.ts";

/** One way to read a part of a keyword, with the tokens that a row must then hold. */
export type Reading = { tokens: readonly string[] } & (
  | { kind: "text"; text: string }
  | { kind: "sound"; syllables: readonly string[] }
  | { kind: "initials"; letters: string }
);

/** A parsed keyword: every part must be found, each in one of its readings. */
export interface Wanted {
  /** The whole keyword in the form in which titles are compared. */
  text: string;
  parts: readonly (readonly Reading[])[];
}

/** The most parts of a keyword: each costs an index look-up, and further ones add little. */
const MAX_PARTS = 6;
const LETTERS = /^[a-z]+$/;
const HAN = /^\p{Script=Han}/u;
const LONGEST_INITIALS = 12;

/** The fewest characters beside a tag's name that count as a word: 「科学家」 is not 科学 and 家. */
const SHORTEST_LEFT = 2;
const TAG_NAMES: readonly string[] = Object.values(TAGS)
  .flat()
  .map(({ name }) => name)
  .toSorted((a, b) => b.length - a.length);

/**
 * Parses a keyword: Hanzi, words, full pinyin and initials, separated by spaces or signs. Null when nothing is left to
 * look for.
 */
export function readKeyword(keyword: string): Wanted | null {
  const text = plain(keyword).trim().replaceAll(/\s+/g, " ");
  const runs = runsOf(text).flatMap((run) => {
    const whole = run.map((unit) => unit.text).join("");
    if (run[0]?.isHan !== true) return [whole];
    const plainer = apartFromTags(simplified(whole));
    // what is written in traditional characters is found by them, too
    return plainer.length === 1 ? [whole] : plainer;
  });
  const parts = [...new Set(runs)]
    .slice(0, MAX_PARTS)
    .map((run) => (HAN.test(run) ? readingsOfHan(run) : readingsOfLetters(run)));
  return parts.length === 0 ? null : { text: simplified(text), parts };
}

/**
 * Splits names of grades, subjects and types off either end of a run, as in 「三年级数学课件」: no row holds them side by side.
 */
function apartFromTags(run: string): string[] {
  const left = (name: string) => run.length - name.length;
  const stands = (name: string) => left(name) >= SHORTEST_LEFT;
  const first = TAG_NAMES.find((name) => stands(name) && run.startsWith(name));
  if (first !== undefined) return [first, ...apartFromTags(run.slice(first.length))];
  const last = TAG_NAMES.find((name) => stands(name) && run.endsWith(name));
  if (last !== undefined) return [...apartFromTags(run.slice(0, left(last))), last];
  return [run];
}

function readingsOfHan(run: string): Reading[] {
  return [...new Set([simplified(run), run])].map((text) => ({
    ...{ kind: "text", text },
    tokens: tokensOfHan([...text]),
  }));
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
