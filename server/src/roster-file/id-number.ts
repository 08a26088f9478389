import { createHmac } from "node:crypto";
import { isDay } from "#contract/plain";

/** Weights of the seventeen digits, and the check characters by the remainder: GB 11643, ISO 7064 MOD 11-2. */
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECKS = "10X98765432";
/** The earliest year of birth that is believed. */
const FIRST_YEAR = 1900;

/** Returns the check character of seventeen digits. */
export function checkCharacter(digits: string): string {
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
  return CHECKS[sum % CHECKS.length] ?? "";
}

/** Returns the day of birth in a number of eighteen characters; undefined where there is none. */
export function birthDayOf(number: string): string | undefined {
  const day = `${number.slice(6, 10)}-${number.slice(10, 12)}-${number.slice(12, 14)}`;
  return isDay(day) && Number(day.slice(0, 4)) >= FIRST_YEAR ? day : undefined;
}

/** Returns the sex in an identity-card number: its seventeenth digit is odd for a man. */
export const genderOf = (number: string) =>
  Number(number[16]) % 2 === 1 ? ("male" as const) : ("female" as const);

/** Returns what is wrong with an identity-card number (GB 11643), without saying it; undefined: nothing. */
export function idNumberFault(number: string): string | undefined {
  if (/^\d{15}$/.test(number)) return "是 15 位的旧身份证号，请填 18 位的身份证号";
  if (!/^\d{17}[\dX]$/.test(number)) {
    return `不是 18 位的身份证号（有 ${number.length} 个字符），请对照证件改正`;
  }
  if (/^0/.test(number) || birthDayOf(number) === undefined) {
    return "身份证号里的地区或出生日期不存在，请对照证件改正";
  }
  return checkCharacter(number) === number[17]
    ? undefined
    : "身份证号的校验码不对，有一位输错了，请对照证件改正";
}

/** Returns whether a text is a sound identity-card number. */
export const isIdNumber = (text: string) => idNumberFault(text.toUpperCase()) === undefined;

/** Returns whether a text contains a sound identity-card number that stands alone or inside of others. */
export function containsIdNumber(text: string): boolean {
  if (text.length < 18) return false;
  const found = text.toUpperCase().matchAll(/(?=(\d{17}[\dX]))/g);
  return [...found].some(([, number = ""]) => isIdNumber(number));
}

/**
 * Returns the keyed hash by which an identity-card number, or another paper's, is matched (RO-03): HMAC-SHA-256 as hex.
 * `paper` tells papers of several kinds apart; an identity card's is "".
 */
export function hashOfId(key: string | Uint8Array, number: string, paper = ""): string {
  return createHmac("sha256", key).update(`${paper}:${number}`).digest("hex");
}
