import { DAY_MS } from "../platform/days.ts";

/** The built-in formats of Excel that show a number as a day, the East Asian ones included. */
const DAY_FORMATS: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];
/** Day 0 of the two calendars that a workbook may count by. */
const DAY_ZERO_1900 = Date.UTC(1899, 11, 30);
const DAY_ZERO_1904 = Date.UTC(1904, 0, 1);
/** The last serial that is a day of this calendar: 9999-12-31. */
const LAST_SERIAL = 2_958_465;
/** From here on a spreadsheet keeps fifteen digits and makes zeros of the others. */
const LOST_DIGITS_FROM = 1e15;

/** Ways in which a number is shown that change what a person reads. */
export interface NumberFormat {
  is_day: boolean;
  /** The digits of a format like `0000`, which shows 12 as 0012; 0 for any other. */
  digits: number;
}

/** Returns how a number format shows a number; `code` is a custom format's. */
export function numberFormatOf(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) {
    return { is_day: DAY_FORMATS.some(([from, to]) => id >= from && id <= to), digits: 0 };
  }
  const digits = /^0+$/.test(code) ? code.length : 0;
  // quoted texts, colours and escaped characters are shown as they are
  const bare = code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, "").replaceAll(/general/gi, "");
  return { is_day: /[ymd年月日]/i.test(bare) && !/[#0?]/.test(bare), digits };
}

/** Returns a serial's day as `2026-09-01`; undefined for what is no day. */
export function dayOfSerial(serial: number, is_1904: boolean): string | undefined {
  if (!(serial >= 1) || serial > LAST_SERIAL) return undefined;
  const day = Math.floor(serial);
  // Excel has a 29 February 1900 that never was: days before it are one less
  const shift = !is_1904 && day < 60 ? 1 : 0;
  const zero = is_1904 ? DAY_ZERO_1904 : DAY_ZERO_1900;
  return new Date(zero + (day + shift) * DAY_MS).toISOString().slice(0, 10);
}

/** Returns a number as a person reads it, and whether the spreadsheet lost digits of it. */
export function shownNumber(
  number: number,
  { digits }: NumberFormat,
): { text: string; has_lost_digits: boolean } {
  const has_lost_digits = Math.abs(number) >= LOST_DIGITS_FROM;
  if (has_lost_digits) {
    return { text: number.toExponential(2).replace("e+", "E+"), has_lost_digits };
  }
  // what a sum left behind its fifteenth digit is not shown
  const text = String(Number(number.toPrecision(15)));
  return { text: digits > 0 ? text.padStart(digits, "0") : text, has_lost_digits };
}
