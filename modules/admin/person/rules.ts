import { chinaMoment, GRADE_NAMES, CLASS_PLACE_NAMES, type PersonWhole } from "#contract";
import { dayText, momentText, numberText } from "../shell/words.ts";

type Of<K extends keyof PersonWhole> = PersonWhole[K] extends readonly (infer One)[] ? One : never;

/** Returns the time of a membership: 2026年9月1日起，到 2027年1月31日. */
export function spanText({ since, until }: Of<"memberships">): string {
  return `${dayText(since)}起${until === null ? "" : `，到${dayText(until)}`}`;
}

/** Returns a person's grade and part in a class: 三年级 · 任课教师：语文、数学. */
export function classText({ grade_id, place, subjects }: Of<"classes">): string {
  const taught = subjects.length === 0 ? "" : `：${subjects.join("、")}`;
  return [GRADE_NAMES[grade_id], `${CLASS_PLACE_NAMES[place]}${taught}`]
    .filter(Boolean)
    .join(" · ");
}

export function genderText(gender: PersonWhole["gender"]): string {
  return gender === null ? "没有填" : gender === "male" ? "男" : "女";
}

/** Formats a stored date, of which only `YYYY-MM-DD` counts; 没有填 for none. */
export function plainDay(day: string | null): string {
  return day === null ? "没有填" : dayText(chinaMoment(day.slice(0, 10)).toISOString());
}

export function reachText({ shown, verified }: PersonWhole["mobile"]): string {
  return shown === null ? "没有" : `${shown}${verified ? "" : "（未验证）"}`;
}

export function passwordText({
  password,
  temporary_until,
}: Pick<PersonWhole, "password" | "temporary_until">): string {
  if (password === "none") return "还没有设密码";
  if (password === "own") return "本人所设";
  const until = temporary_until === null ? "" : `，${momentText(temporary_until)} 失效`;
  return `临时密码，下次登录时要换${until}`;
}

const FACTOR_NAMES: Readonly<Record<Of<"factors">["kind"], string>> = {
  totp: "验证器",
  passkey: "通行密钥",
  recovery: "恢复码",
};

export function factorText({ kind, count, used_at }: Of<"factors">): string {
  const many = kind === "recovery" ? `剩 ${numberText(count)} 个` : `${numberText(count)} 个`;
  return [
    FACTOR_NAMES[kind],
    many,
    used_at === null ? "没有用过" : `最近用于${momentText(used_at)}`,
  ].join(" · ");
}

const CLIENT_NAMES: Readonly<Record<Of<"sessions">["client"], string>> = {
  web: "网页",
  pc: "电脑客户端",
  mobile: "手机客户端",
};

export function sessionText({ client, last_seen_at }: Of<"sessions">): string {
  return `${CLIENT_NAMES[client]} · 最近使用${momentText(last_seen_at)}`;
}

export function consentText({ version, agreed_at, by_guardian }: Of<"consents">): string {
  if (agreed_at === null) return `第 ${version} 版 · 还没有同意`;
  return `第 ${version} 版 · ${dayText(agreed_at)}同意${by_guardian ? "（监护人代为同意）" : ""}`;
}
