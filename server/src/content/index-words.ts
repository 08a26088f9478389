import { plain, syllablesOfUnits, unitsOf } from "./words.ts";
import { soundTokens, wordTokens } from "./tokens.ts";

/** The words that a row is found by. */
export interface IndexWords {
  tok: string[];
  title_plain: string;
  sounds: string;
  initials: string;
}

/** Makes a row's words: everything by its characters; the title and the names of its tags by their sound as well. */
export async function indexWords(
  title: string,
  names: readonly string[],
  texts: readonly string[],
): Promise<IndexWords> {
  const title_plain = plain(title);
  const units = unitsOf(title_plain);
  const syllables = await syllablesOfUnits(units);
  const words = [title_plain, ...[...names, ...texts].map(plain)].flatMap(wordTokens);
  const heard = await Promise.all(names.map((name) => syllablesOfUnits(unitsOf(plain(name)))));
  return {
    tok: [...new Set([...words, ...[syllables, ...heard].flatMap(soundTokens)])],
    title_plain,
    sounds: units.map(({ text }, at) => syllables[at] ?? text).join(" "),
    initials: syllables.map((one) => one?.slice(0, 1) ?? " ").join(""),
  };
}
