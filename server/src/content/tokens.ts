import { runsOf } from "./words.ts";

/** Prefixes that keep tokens of readings apart from those of words: a syllable, a pair of initials. */
const SOUND = "~";
const INITIALS = "^";
const SHORTEST_BEGINNING = 2;
const LONGEST_WORD = 24;

/** Returns the tokens of a text: each character and each pair of neighbours; each word and its beginnings. */
export function wordTokens(text: string): string[] {
  return runsOf(text).flatMap((run) => {
    const texts = run.map((unit) => unit.text);
    return run[0]?.isHan === true ? [...texts, ...pairs(texts, "")] : texts.flatMap(beginnings);
  });
}

/** Returns the tokens of a title's sounds; `null` stands where there is no Hanzi. */
export function soundTokens(syllables: readonly (string | null)[]): string[] {
  const initials = syllables.map((syllable) => syllable?.slice(0, 1) ?? null);
  return [
    ...syllables.flatMap((syllable) => (syllable === null ? [] : [SOUND + syllable])),
    ...pairs(syllables, " ").map((pair) => SOUND + pair),
    ...pairs(initials, "").map((pair) => INITIALS + pair),
  ];
}

/**
 * Returns the tokens that a row must hold to contain a run of Hanzi: pairs, since they tell which characters are
 * neighbours.
 */
export function tokensOfHan(texts: readonly string[]): string[] {
  return texts.length === 1 ? [...texts] : pairs(texts, "");
}

export function tokensOfSounds(syllables: readonly string[]): string[] {
  const found = syllables.length === 1 ? syllables : pairs(syllables, " ");
  return found.map((one) => SOUND + one);
}

export function tokensOfInitials(letters: string): string[] {
  return pairs(letters.split(""), "").map((pair) => INITIALS + pair);
}

export function tokenOfWord(word: string): string {
  return word.slice(0, LONGEST_WORD);
}

function pairs(parts: readonly (string | null)[], between: string): string[] {
  return parts.slice(1).flatMap((part, index) => {
    const before = parts[index];
    return part === null || before === null || before === undefined
      ? []
      : [before + between + part];
  });
}

function beginnings(word: string): string[] {
  const whole = tokenOfWord(word);
  const found = [whole];
  for (let end = SHORTEST_BEGINNING; end < whole.length; end += 1) found.push(whole.slice(0, end));
  return found;
}
