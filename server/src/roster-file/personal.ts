import { DAY_MS } from "../platform/days.ts";
import type { RosterPerson } from "#contract";
import { countCharacters, NAME_MAX_CHARACTERS, nameFault } from "#contract/plain";
import { dayOf } from "./day.ts";
import { readClassName } from "./grade-class.ts";
import { birthDayOf, genderOf, hashOfId, idNumberFault } from "./id-number.ts";
import type { RosterRow } from "./row.ts";
import { readStudentNumber } from "./student-number.ts";
import { cleanName, cleanText, withoutBlanks } from "./text.ts";

const GENDERS: ReadonlyMap<string, "male" | "female"> = new Map([
  ...["男", "男性", "男孩", "男生", "1", "01", "m", "male"].map((word) => [word, "male"] as const),
  ...["女", "女性", "女孩", "女生", "2", "02", "f", "female"].map(
    (word) => [word, "female"] as const,
  ),
]);
const MAX_TEXT_LENGTH = 64;
/** Ages, in years, that a pupil or a teacher may have. */
const AGES = { student: [1, 30], teacher: [14, 100] } as const;
const MS_PER_YEAR = 365.25 * DAY_MS;

/** Values of a row about the person alone: name, sex, day of birth, numbers. */
export type Personal = Pick<
  RosterPerson,
  | "name"
  | "gender"
  | "birth_date"
  | "number"
  | "number_kind"
  | "school_number"
  | "staff_number"
  | "id_hash"
  | "account"
  | "mobile"
  | "email"
>;

/** Reads what a row says of the person alone; `id_key` keys the hash of the identity-card number. */
export function readPersonal(
  row: RosterRow,
  kind: "student" | "teacher",
  { today, id_key }: { today: string; id_key: string | Uint8Array },
): Personal {
  const id = readNumbers(row, id_key);
  const gender = GENDERS.get(withoutBlanks(row.text("gender")).toLowerCase());
  if (gender === undefined && row.text("gender") !== "" && !isUnknown(row.text("gender"))) {
    row.report("gender", `没有“${shortened(row.text("gender"))}”这样的性别，请填 男 或 女`);
  }
  const birth_date = readBirthDate(row, AGES[kind], today);
  if (id.id_number !== undefined) {
    const born = birthDayOf(id.id_number);
    if (birth_date !== undefined && born !== birth_date) {
      row.report("birth_date", "与身份证号里的出生日期不同，请核对", { is_warning: true });
    }
    if (gender !== undefined && genderOf(id.id_number) !== gender) {
      row.report("gender", "与身份证号里的性别不同，请核对", { is_warning: true });
    }
  }
  return {
    name: readName(row),
    ...defined({ gender, birth_date, ...id.kept }),
    ...defined({
      staff_number: readCode(row, "staff_number"),
      account: readCode(row, "account"),
      mobile: readMobile(row, row.text("mobile"), undefined),
      email: readEmail(row),
    }),
  };
}

/** Leaves out what is undefined, so that an absent value has no key. */
export function defined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as never;
}

function readName(row: RosterRow): string {
  const name = cleanName(row.text("name"));
  const fault = nameFault(name);
  if (fault !== undefined) {
    const count = countCharacters(name);
    const counted = count > NAME_MAX_CHARACTERS ? `，这里有 ${count} 个字` : "";
    row.report("name", `${fault}${counted}，请填写或改正`);
  } else if (/[?？□�\uE000-\uF8FF]/.test(name)) {
    row.report("name", "姓名里有没能保存下来的字（如 ? 或空框），请改为正确的字");
  } else if (isClassOrNumber(name)) {
    row.report(
      "name",
      `“${shortened(name)}”不是姓名；班级请写在每个学生自己的一行里（班级一列），这一行请删去`,
    );
  }
  return name;
}

/** Tells what stands among names and is none: a number, or a class above its pupils. */
function isClassOrNumber(name: string): boolean {
  if (!/\d|班$/.test(name)) return false;
  const { class_number } = readClassName(name, { today: "", stages: [] }, undefined);
  return /^\d+$/.test(name) || class_number !== undefined;
}

function readNumbers(row: RosterRow, id_key: string | Uint8Array) {
  const kept: Pick<RosterPerson, "number" | "number_kind" | "school_number" | "id_hash"> = {};
  let id_number: string | undefined;
  const take = (number: string) => {
    if (id_number !== undefined && id_number !== number) {
      row.report("id_card", "与学籍号里的身份证号不同，请对照学籍系统改正");
    }
    id_number ??= number;
    kept.id_hash ??= hashOfId(id_key, number);
  };
  const written = withoutBlanks(row.text("number")).toUpperCase();
  if (written !== "") {
    const read = readStudentNumber(written);
    if (read.fault !== undefined) row.report("number", read.fault);
    if (read.warning !== undefined) row.report("number", read.warning, { is_warning: true });
    Object.assign(kept, defined({ number: read.number, number_kind: read.number_kind }));
    if (read.id_number !== undefined) take(read.id_number);
  }
  // a school's own number is often the pupil's identity-card number
  const own = withoutBlanks(row.text("school_number")).toUpperCase();
  if (/^G?\d{17}[\dX]$/.test(own)) {
    const fault = idNumberFault(own.replace("G", ""));
    if (fault === undefined) take(own.replace("G", ""));
    else row.report("school_number", fault);
  } else {
    const school_number = readCode(row, "school_number");
    if (school_number !== undefined) kept.school_number = school_number;
  }
  readIdCard(row, id_key, kept, take);
  return { kept, id_number };
}

function readIdCard(
  row: RosterRow,
  id_key: string | Uint8Array,
  kept: { id_hash?: string },
  take: (number: string) => void,
): void {
  const number = withoutBlanks(row.text("id_card")).toUpperCase();
  if (number === "" || isUnknown(number)) return;
  const paper = withoutBlanks(row.text("id_type"));
  const isIdCard = paper === "" || /^0?1$|居民身份证|^身份证/.test(paper);
  const fault = idNumberFault(number);
  if (fault === undefined) take(number);
  else if (isIdCard && (paper !== "" || !/^[A-Z]{1,3}\d{6,9}\(?[\dA-Z]?\)?$/.test(number))) {
    row.report("id_card", fault);
  } else kept.id_hash ??= hashOfId(id_key, number, paper === "" ? "other" : paper);
}

function readBirthDate(
  row: RosterRow,
  [youngest, oldest]: readonly [number, number],
  today: string,
): string | undefined {
  const cell = row.cell("birth_date");
  if (cell === undefined || row.text("birth_date") === "") return undefined;
  const day = dayOf(cell, { may_be_month: false });
  if (day === undefined) {
    row.report(
      "birth_date",
      `“${shortened(row.text("birth_date"))}”不是日期，请写成 2016-09-01、2016年9月1日 或 20160901`,
    );
    return undefined;
  }
  const age = (Date.parse(today) - Date.parse(day)) / MS_PER_YEAR;
  if (age >= youngest && age <= oldest) return day;
  row.report("birth_date", `出生日期 ${day} 不可能，请改正`);
  return undefined;
}

/** Returns a day of entry; a month alone (`202609`) is its first day. */
export function readAdmission(row: RosterRow): string | undefined {
  const cell = row.cell("admission_date");
  const text = row.text("admission_date");
  if (cell === undefined || text === "") return undefined;
  const year = /^((?:19|20)\d{2})年?$/.exec(withoutBlanks(text))?.[1];
  const day = year === undefined ? dayOf(cell, { may_be_month: true }) : `${year}-09-01`;
  if (day === undefined) {
    row.report(
      "admission_date",
      `“${shortened(text)}”不是日期，请写成 202609、2026年9月 或 2026-09-01`,
    );
  }
  return day;
}

/** Returns a mobile number as it is stored: eleven digits, or `+` and a country's; undefined where there is none. */
export function readMobile(
  row: RosterRow,
  text: string,
  guardian: number | undefined,
): string | undefined {
  if (text === "" || isUnknown(text)) return undefined;
  const field = guardian === undefined ? "mobile" : "guardian_mobile";
  const digits = text.replaceAll(/[\s-]/g, "");
  const own = /^(?:\+?86)?(1[3-9]\d{9})$/.exec(digits)?.[1];
  if (own !== undefined) return own;
  if (/^\+(?!86)[1-9]\d{6,14}$/.test(digits)) return digits;
  if (/^(0\d{2,3})?[2-9]\d{6,7}$/.test(digits)) {
    row.report(field, "是固定电话，没有导入；登录和通知要用手机号", { guardian, is_warning: true });
    return undefined;
  }
  row.report(field, `“${shortened(text)}”不是手机号，应为 11 位数字，请改正`, { guardian });
  return undefined;
}

function readEmail(row: RosterRow): string | undefined {
  const text = withoutBlanks(row.text("email"));
  if (text === "" || isUnknown(text)) return undefined;
  if (/^[^\s@,;]+@[^\s@,;]+\.[^\s@.,;]+$/.test(text) && text.length <= 255) return text;
  row.report("email", `“${shortened(text)}”不是邮箱地址，请改正`);
  return undefined;
}

function readCode(
  row: RosterRow,
  field: "school_number" | "staff_number" | "account",
): string | undefined {
  const text = withoutBlanks(row.text(field));
  if (text === "") return undefined;
  if (text.length <= MAX_TEXT_LENGTH && !/\p{Cc}/u.test(text)) return text;
  row.report(field, `太长，最多 ${MAX_TEXT_LENGTH} 个字符，请改正`);
  return undefined;
}

/** Tells what people write where they have nothing to write. */
export const isUnknown = (text: string) =>
  /^(无|没有|暂无|不详|未知|[-—/\\]+|0|9)$/.test(cleanText(text));

/** Returns the beginning of a cell to name it by. */
export const shortened = (text: string) => (text.length > 20 ? `${text.slice(0, 20)}…` : text);
