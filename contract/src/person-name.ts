/** The greatest length of a name, in characters as people count them, enough for every people in China; the `·` counts. */
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

/** Matches what no name has: line breaks and other controls, and marks that turn the direction of what follows. */
const UNFIT = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u;
const SEEN = /[^\s\p{Cf}]/u;

/** Returns what is wrong with a person's name, as a Chinese sentence without its full stop; undefined: nothing. */
export function nameFault(name: string): string | undefined {
  const count = countCharacters(name.trim());
  if (count === 0 || !SEEN.test(name)) return "姓名不能为空";
  if (count > NAME_MAX_CHARACTERS) return `姓名最多 ${NAME_MAX_CHARACTERS} 个字`;
  return UNFIT.test(name.trim()) ? "姓名里不能有换行、制表符或别的控制字符" : undefined;
}
