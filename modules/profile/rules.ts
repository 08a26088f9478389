import {
  EYE_INTERVAL_MINUTES,
  nameFault as personNameFault,
  passwordFault,
  recentText,
  REFUSALS,
  type AnswerOf,
  type readChildApps,
} from "#contract";

/** The parts of the profile, each with the first segment of its path. */
export const PARTS = [
  { path: "", name: "基本资料" },
  { path: "security", name: "账号与安全" },
  { path: "family", name: "家庭与学校" },
  { path: "data", name: "我的数据" },
] as const;
export type PartPath = (typeof PARTS)[number]["path"];

/** Returns the part that a path opens; the first one for an unknown path. */
export function partOf(path: readonly string[]): PartPath {
  return PARTS.find((part) => part.path === path[0])?.path ?? "";
}

/** The fault of a field, in words for the person; undefined when there is none. */
export type Fault = string | undefined;

export function nameFault(name: string): Fault {
  return name.trim() === "" ? "请输入姓名" : personNameFault(name);
}

export function mobileFault(mobile: string): Fault {
  return mobile === "" || /^1[3-9]\d{9}$/.test(mobile) ? undefined : "请输入 11 位手机号";
}

export function emailFault(email: string): Fault {
  return email === "" || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? undefined : "请输入正确的邮箱";
}

/** Returns a mobile number without spaces, hyphens and country code. */
export function tidyMobile(typed: string): string {
  return typed.replace(/[\s-]/g, "").replace(/^\+?86(?=1\d{10}$)/, "");
}

/** The faults of a new contact by field. */
export type ContactFaults = { value?: Fault; code?: Fault; password?: Fault };

const FIELD_OF_CODE: Readonly<Record<number, keyof ContactFaults>> = {
  [REFUSALS.wrongPassword.code]: "password",
  [REFUSALS.badCode.code]: "code",
  [REFUSALS.tooMany.code]: "code",
};

/** A mobile number or e-mail address. */
export interface Contact {
  field: "mobile" | "email";
  name: string;
  type: "tel" | "email";
  tidy: (typed: string) => string;
  faultOf: (value: string) => Fault;
}

/** Opens the form of a contact, for a part of the page that wants it: to be filled in, or to be verified. */
export type ContactOpeners = Partial<Record<Contact["field"], () => void>>;

/** Returns the field of a refused contact; without a code, what came too often was the password. */
export function contactFaultAt(
  refused: { code: number; field: string | undefined },
  byCode: boolean,
): keyof ContactFaults {
  if (!byCode && refused.code === REFUSALS.tooMany.code) return "password";
  if (refused.field === "old_password") return "password";
  if (refused.field === "code") return "code";
  return FIELD_OF_CODE[refused.code] ?? "value";
}

/** Returns the seconds until another code may be asked for, from a refusal; 0 for any other error. */
export function waitIn(error: unknown): number {
  const { code, data } = (error ?? {}) as { code?: unknown; data?: { retry_after?: unknown } };
  const seconds = code === REFUSALS.tooMany.code ? data?.retry_after : 0;
  return typeof seconds === "number" ? Math.ceil(seconds) : 0;
}

export interface PasswordFields {
  old: string;
  fresh: string;
  again: string;
}

export function passwordFaults(
  { old, fresh, again }: PasswordFields,
  account: string,
): Partial<Record<keyof PasswordFields, string>> {
  if (old === "") return { old: "请输入当前密码" };
  const fault = passwordFault(fresh, account);
  if (fault !== undefined) return { fresh: fault };
  if (fresh === old) return { fresh: "新密码不能与当前密码相同" };
  return fresh === again ? {} : { again: "两次输入的新密码不一致" };
}

const MINUTE_MS = 60_000;

/** Formats a time relative to now, in China: 刚刚, 5 分钟前, 今天 08:12, 11月19日 08:12. */
export function whenText(iso: string, now: Date): string {
  const ago = now.getTime() - Date.parse(iso);
  if (ago < MINUTE_MS) return "刚刚";
  if (ago < 60 * MINUTE_MS) return `${Math.floor(ago / MINUTE_MS)} 分钟前`;
  return recentText(iso, now);
}

/** Returns the intervals offered for eye breaks, in minutes, including the current one. */
export function eyeIntervals(present: number): number[] {
  const offered = new Set([15, 20, EYE_INTERVAL_MINUTES, 45, 60, present]);
  return [...offered].sort((one, other) => one - other);
}

type ChildApps = AnswerOf<typeof readChildApps>;

/** Returns the apps of a child's home page: hidden apps are left out, and categories that have no other (AP-02). */
export function shownApps({ apps, category }: ChildApps): {
  category: ChildApps["category"][number];
  apps: ChildApps["apps"];
}[] {
  const shown = apps.filter(({ display_status }) => display_status === "display");
  return category
    .map((one) => ({ category: one, apps: shown.filter((app) => app.category_id === one.id) }))
    .filter((shelf) => shelf.apps.length > 0);
}
