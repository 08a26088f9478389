import {
  cleanName,
  countCharacters,
  GRADES,
  isDay,
  NAME_MAX_CHARACTERS,
  nameFault,
} from "#contract/plain";
import type { CellKind } from "./one-roster.ts";

const MAX_TEXT_LENGTH = 255;
const MAX_ACCOUNT_LENGTH = 64;
const MAX_PASSWORD_LENGTH = 128;
const MIN_PASSWORD_LENGTH = 6;

/** Returns the fault of a non-empty cell as a Chinese sentence; undefined when there is none. */
export function cellFault(kind: CellKind, value: string): string | undefined {
  if (/\p{Cc}/u.test(value)) return "含有换行、制表符或别的控制字符";
  if (value.includes("\uFFFD")) return "含有无法辨认的字符（�），请从原系统重新导出";
  if (typeof kind !== "string") return enumFault(kind, value);
  switch (kind) {
    case "text":
    case "sourcedId":
      return tooLong(value, MAX_TEXT_LENGTH);
    case "list":
    case "unneeded":
      return undefined;
    case "status":
      return enumFault(["active", "tobedeleted"], value);
    case "boolean":
      return /^(true|false)$/i.test(value) ? undefined : `“${value}”应为 true 或 false`;
    case "date":
      return isDay(value) ? undefined : `“${value}”不是 YYYY-MM-DD 形式的日期`;
    case "dateTime":
      return isTime(value) ? undefined : `“${value}”不是 2026-09-01T08:00:00Z 形式的时间`;
    case "year":
      return /^[12]\d{3}$/.test(value) ? undefined : `“${value}”不是四位数的年份`;
    case "grades":
      return gradesFault(value);
    case "personName":
      return tooLong(value, NAME_MAX_CHARACTERS);
    case "account":
      return accountFault(value);
    case "password":
      return passwordFault(value);
    case "email":
      return /^[^\s@,;]+@[^\s@,;]+\.[^\s@.,;]+$/.test(value) && value.length <= MAX_TEXT_LENGTH
        ? undefined
        : `“${value}”不是邮箱地址`;
    case "mobile":
      return mobileOf(value) === undefined ? `“${value}”不是手机号` : undefined;
  }
}

/** Matches marks that turn the direction of what follows: they come along when a name is copied. */
const DIRECTION = /[\u202A-\u202E\u2066-\u2069]/g;

/** Returns a name of a bundle as it is kept: one that was typed with a mark of direction is refused, a copied one loses it. */
export function nameAsKept(cell: string): string {
  return cleanName(cell.replaceAll(DIRECTION, ""));
}

/** Returns the fault of the name of an organisation or a class, as it would be kept. */
export function placeNameFault(cell: string): string | undefined {
  return nameFault(nameAsKept(cell), "名称", MAX_TEXT_LENGTH);
}

/** Returns the parts of a cell that holds a list; OneRoster separates them by commas. */
export function listOf(value: string): string[] {
  return value === "" ? [] : value.split(",").map((part) => part.trim());
}

export function isFalse(value: string): boolean {
  return value.toLowerCase() === "false";
}

/** Kindergarten grades by their CEDS codes, which OneRoster prescribes. */
const KINDERGARTEN_CODES: Readonly<Record<string, string>> = {
  IT: "k0",
  PR: "k1",
  PK: "k2",
  TK: "k3",
  KG: "k3",
};

/** Returns the platform's grade for a code (`03`, `3`, `PK`) or a name (`三年级`, `中班`); undefined when there is none. */
export function gradeOf(value: string): string | undefined {
  const grade = /^0?([1-9]|1[0-2])$/.exec(value)?.[1];
  return (
    grade ??
    KINDERGARTEN_CODES[value.toUpperCase()] ??
    GRADES.find(({ id, name }) => value === name || value.toLowerCase() === id)?.id
  );
}

/** Returns a mobile number in its stored form: a Chinese one without +86, another one with its country. */
export function mobileOf(value: string): string | undefined {
  const digits = value.replaceAll(/[\s-]/g, "");
  const chinese = /^(?:\+?86)?(1[3-9]\d{9})$/.exec(digits);
  if (chinese) return chinese[1];
  return /^\+(?!86)[1-9]\d{6,14}$/.test(digits) ? digits : undefined;
}

function enumFault(allowed: readonly string[], value: string): string | undefined {
  return allowed.includes(value) ? undefined : `“${value}”不在允许的值之内：${allowed.join("、")}`;
}

function tooLong(value: string, most: number): string | undefined {
  // what is short in bytes is short in characters, too
  const count = value.length > most ? countCharacters(value) : 0;
  return count > most ? `共 ${count} 个字，最多 ${most} 个字` : undefined;
}

function isTime(value: string): boolean {
  const form = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.exec(value);
  return form?.[1] !== undefined && isDay(form[1]) && !Number.isNaN(Date.parse(value));
}

function gradesFault(value: string): string | undefined {
  const wrong = listOf(value).find((grade) => gradeOf(grade) === undefined);
  return wrong === undefined
    ? undefined
    : `年级“${wrong}”无法识别，应为 01 至 12、幼儿园的 IT、PR、PK、KG（托、小、中、大班），或一年级这样的名称`;
}

function accountFault(value: string): string | undefined {
  if (/\s/u.test(value)) return `账号“${value}”含有空格`;
  return tooLong(value, MAX_ACCOUNT_LENGTH);
}

function passwordFault(value: string): string | undefined {
  // never shown, not even when it is wrong
  return value.length < MIN_PASSWORD_LENGTH || value.length > MAX_PASSWORD_LENGTH
    ? `初始密码应为 ${MIN_PASSWORD_LENGTH} 至 ${MAX_PASSWORD_LENGTH} 个字符`
    : undefined;
}
