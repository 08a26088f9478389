const FULL_WIDTH = /[\uFF01-\uFF5E]/g;
const FULL_WIDTH_SHIFT = 0xfee0;
/**
 * Blanks of any width, the breaks of a cell, and characters that take no room, as the marks around a number that was copied
 * from a list of contacts: all of them are at a cell's ends.
 */
const BLANKS = /[\s\u00A0\u3000\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]+/g;
/** Points that people type for the one between the parts of a name (RO-02). */
const NAME_POINTS = /[ ]*[•‧・･∙⋅˙·\u2024\uFE52\u00B7][ ]*/g;
const DIGITS = "零一二三四五六七八九";

/** Matches what nearly every cell is: letters, digits and Chinese characters that need no cleaning. */
const CLEAN = /^[!-~\u4E00-\u9FFF]*$/;

/** Returns a cell's text with ASCII for full-width letters and digits, and without blanks at its ends. */
export function cleanText(text: string): string {
  if (CLEAN.test(text)) return text;
  return text
    .replaceAll(FULL_WIDTH, (letter) =>
      String.fromCodePoint((letter.codePointAt(0) ?? 0) - FULL_WIDTH_SHIFT),
    )
    .replaceAll(BLANKS, " ")
    .trim();
}

/** Returns a text without any blank: codes, dates and class names have none. */
export const withoutBlanks = (text: string) => cleanText(text).replaceAll(" ", "");

/** Returns a person's name with `·` U+00B7 between its parts, and without the blanks that align Chinese names (RO-02). */
export function cleanName(text: string): string {
  return cleanText(text)
    .replaceAll(NAME_POINTS, "·")
    .replaceAll(/(?<=\p{Script=Han}) ?\. ?(?=\p{Script=Han})/gu, "·")
    .replaceAll(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, "");
}

/** Returns a number from 1 to 99 in digits or Chinese numerals (`十二`, `廿一` is not used); undefined for anything else. */
export function smallNumber(text: string): number | undefined {
  if (/^\d{1,2}$/.test(text)) return Number(text) || undefined;
  const [, tens, ones] = /^([二三四五六七八九]?十)?([一二三四五六七八九])?$/.exec(text) ?? [];
  if (tens === undefined && ones === undefined) return undefined;
  const ten = tens === undefined ? 0 : tens === "十" ? 1 : DIGITS.indexOf(tens.slice(0, 1));
  return ten * 10 + (ones === undefined ? 0 : DIGITS.indexOf(ones));
}

/**
 * Returns a text in which what may be an identity-card number is masked (RO-03): runs of fifteen or eighteen characters
 * that have a day of birth in them. Every text of a file that a reading returns goes through it.
 */
export function maskIdNumbers(text: string): string {
  if (text.length < 15) return text;
  return text.replaceAll(
    /(?<!\d)\d{6}(?:(?:18|19|20)\d{9}[\dXxＸｘ]|\d{9})(?!\d)/g,
    "（身份证号）",
  );
}

/** Replaces the escapes that a workbook writes for control characters: `_x000D_`. Half a character is none (U+FFFD). */
export function plainText(text: string): string {
  return text.includes("_x")
    ? text
        .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
          String.fromCodePoint(Number.parseInt(code, 16)),
        )
        .toWellFormed()
    : text;
}
