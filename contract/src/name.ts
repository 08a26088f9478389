/** The greatest length of a person's name, in characters as people count them, enough for every people in China; the `·` counts. */
export const NAME_MAX_CHARACTERS = 50;
/** The greatest length of a name in a form field or a call, in code points: a character may consist of so many. */
export const NAME_MAX_LENGTH = NAME_MAX_CHARACTERS * 4;

/** Returns how many characters people see: a rare one beyond the first plane, or one with its variant, is one. */
export function countCharacters(text: string): number {
  // browsers that came before it count code points
  const { Segmenter } = Intl as Segmenting;
  const characters = Segmenter === undefined ? text : new Segmenter("zh").segment(text);
  return Array.from(characters).length;
}

/** `Intl` with `Segmenter`, for which the page's build has no type and which old browsers do not have. */
interface Segmenting {
  Segmenter?: new (locale: string) => { segment(text: string): Iterable<unknown> };
}

/** Marks that take no room and are part of no name; joiners are part of some. */
const ROOMLESS = /[\u061c\u200b\u200e\u200f\u2060\ufeff]/g;
/** Matches what no name has: line breaks and other controls, and marks that turn the direction of what follows. */
const UNFIT = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u;
const SEEN = /[^\s\p{Cf}]/u;

/** Returns whether a text has a character that people see. */
export function isSeen(text: string): boolean {
  return SEEN.test(text);
}

/** Returns a typed name as it is kept, so that two that look alike are one: composed, and without what nobody sees. */
export function cleanName(typed: string): string {
  return typed.normalize("NFC").replace(ROOMLESS, "").trim();
}

/**
 * Returns what is wrong with a name, as a Chinese sentence without its full stop; undefined: nothing. `what` is the word for
 * the name of something other than a person.
 */
export function nameFault(
  name: string,
  what = "姓名",
  most = NAME_MAX_CHARACTERS,
): string | undefined {
  const text = name.trim();
  if (!isSeen(text)) return `${what}不能为空`;
  // counting takes long; what is short in code units is short in characters
  if (text.length > most && countCharacters(text) > most) return `${what}最多 ${most} 个字`;
  return UNFIT.test(text) ? `${what}里不能有换行、制表符或别的控制字符` : undefined;
}
