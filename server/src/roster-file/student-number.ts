import { birthDayOf, checkCharacter, idNumberFault } from "./id-number.ts";

/** A 学籍号 as it may be kept: one that is or contains an identity-card number is only there to be hashed (RO-03, RO-04). */
export interface StudentNumber {
  /** The number, where it may be stored. */
  number?: string;
  number_kind?: "formal" | "temporary" | "local";
  /** The identity-card number that it contains. */
  id_number?: string;
  fault?: string;
  warning?: string;
}

/**
 * Reads a 学籍号 without blanks, in upper case. The national one has nineteen characters: G and the identity-card number,
 * J and one that the ministry made by the same rule, or L, a temporary one. Shorter ones of a province or a school are kept
 * as they are.
 */
export function readStudentNumber(text: string): StudentNumber {
  if (/^\d{17}[\dX]$/.test(text)) return withIdNumber(text);
  const [, letter, body = ""] = /^([GJL])(.*)$/.exec(text) ?? [];
  if (letter === undefined) {
    return /^[\dA-Z-]{3,32}$/.test(text)
      ? { number: text, number_kind: "local" }
      : { fault: "学籍号只有数字和字母，请对照学籍系统改正" };
  }
  if (!/^\d{17}[\dX]$/.test(body)) {
    return {
      fault: `${letter} 开头的学籍号应有 19 位，这里有 ${text.length} 位，请对照学籍系统改正`,
    };
  }
  if (letter === "G") return withIdNumber(body);
  if (birthDayOf(body) === undefined) {
    return { fault: "学籍号里的出生日期不存在，请对照学籍系统改正" };
  }
  const isChecked = checkCharacter(body) === body[17];
  if (letter === "J") {
    return isChecked
      ? { number: text, number_kind: "formal" }
      : { fault: "学籍号的校验码不对，有一位输错了，请对照学籍系统改正" };
  }
  // the last four digits of a temporary number are drawn, in some provinces without a check digit
  return {
    number: text,
    number_kind: "temporary",
    ...(!isChecked && { warning: "临时学籍号的末位不是校验码，请留意有没有输错" }),
  };
}

function withIdNumber(id_number: string): StudentNumber {
  const fault = idNumberFault(id_number);
  return fault === undefined
    ? { id_number, number_kind: "formal" }
    : { fault: `学籍号不对：${fault.replace("请对照证件改正", "请对照学籍系统改正")}` };
}
