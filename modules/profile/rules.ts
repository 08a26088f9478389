import { GRADE_NAMES, PASSWORD_MIN_LENGTH, type SchoolClass } from "#contract";

/** The parts of the profile, and the first word of the path that opens each. */
export const PARTS = [
  { path: "", name: "基本资料" },
  { path: "security", name: "账号与安全" },
  { path: "family", name: "家庭与学校" },
] as const;
export type PartPath = (typeof PARTS)[number]["path"];

/** The part that a path opens; an unknown one opens the first. */
export function partOf(path: readonly string[]): PartPath {
  return PARTS.find((part) => part.path === path[0])?.path ?? "";
}

/** What is wrong with a field, in words for the person; undefined when nothing is. */
export type Fault = string | undefined;

const NAME_MAX_LENGTH = 40;

export function nameFault(name: string): Fault {
  if (name.trim() === "") return "请输入姓名";
  return name.trim().length > NAME_MAX_LENGTH ? `姓名最多 ${NAME_MAX_LENGTH} 个字` : undefined;
}

export function mobileFault(mobile: string): Fault {
  return mobile === "" || /^1[3-9]\d{9}$/.test(mobile) ? undefined : "请输入 11 位手机号";
}

export function emailFault(email: string): Fault {
  return email === "" || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? undefined : "请输入正确的邮箱";
}

/** A number as people type it: with spaces or hyphens, or the country's code in front. */
export function tidyMobile(typed: string): string {
  return typed.replace(/[\s-]/g, "").replace(/^\+?86(?=1\d{10}$)/, "");
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
  if (fresh.length < PASSWORD_MIN_LENGTH) {
    return { fresh: `新密码至少 ${PASSWORD_MIN_LENGTH} 位` };
  }
  if (fresh === old) return { fresh: "新密码不能与当前密码相同" };
  if (fresh.toLowerCase() === account.toLowerCase()) return { fresh: "新密码不能与账号相同" };
  return fresh === again ? {} : { again: "两次输入的新密码不一致" };
}

const SYSTEMS: readonly [RegExp, string][] = [
  [/HarmonyOS|OpenHarmony/i, "鸿蒙设备"],
  [/iPad/i, "iPad"],
  [/iPhone/i, "iPhone"],
  [/Android.*Mobile/i, "安卓手机"],
  [/Android/i, "安卓平板"],
  [/Windows/i, "Windows 电脑"],
  [/Macintosh|Mac OS X/i, "苹果电脑"],
  [/CrOS/i, "Chromebook"],
  [/Linux|X11/i, "Linux 电脑"],
];
/** In this order: most browsers name others beside themselves. */
const BROWSERS: readonly [RegExp, string][] = [
  [/MicroMessenger/i, "微信"],
  [/DingTalk/i, "钉钉"],
  [/QQBrowser/i, "QQ 浏览器"],
  [/360SE|360EE|QihooBrowser/i, "360 浏览器"],
  [/Electron|Tauri/i, "客户端"],
  [/Edg\w*\//i, "Edge"],
  [/Firefox|FxiOS/i, "Firefox"],
  [/Chrome|CriOS|Chromium/i, "Chrome"],
  [/Safari/i, "Safari"],
];
const CLIENT_NAMES = { web: "浏览器", pc: "电脑客户端", mobile: "手机客户端" } as const;

/** What a device is called, from what it says of itself. */
export function deviceName(client: keyof typeof CLIENT_NAMES, userAgent: string): string {
  const find = (known: typeof SYSTEMS) => known.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = client === "web" ? find(BROWSERS) : undefined;
  return [find(SYSTEMS), browser ?? CLIENT_NAMES[client]].filter(Boolean).join(" · ");
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** When something was, as one says it: 刚刚, 5 分钟前, 今天 08:12, 11月19日 08:12. Times are those of the person's own clock. */
export function whenText(iso: string, now: Date): string {
  const then = new Date(iso);
  const ago = now.getTime() - then.getTime();
  if (ago < MINUTE_MS) return "刚刚";
  if (ago < 60 * MINUTE_MS) return `${Math.floor(ago / MINUTE_MS)} 分钟前`;
  const two = (value: number) => String(value).padStart(2, "0");
  const time = `${two(then.getHours())}:${two(then.getMinutes())}`;
  const days = (startOfDay(now) - startOfDay(then)) / DAY_MS;
  if (days < 0.5) return `今天 ${time}`;
  if (days < 1.5) return `昨天 ${time}`;
  const year = then.getFullYear() === now.getFullYear() ? "" : `${then.getFullYear()}年`;
  return `${year}${then.getMonth() + 1}月${then.getDate()}日 ${time}`;
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** A class with its grade, unless its name says it already. */
export function classText({ name, grade_id }: SchoolClass): string {
  const grade = GRADE_NAMES[grade_id] ?? "";
  return name.startsWith(grade) ? name : `${grade}${name}`;
}
