import type { Overview, ReadinessCheck, Right } from "#contract";
import { numberText } from "../shell/words.ts";

type Query = Readonly<Record<string, string>>;

interface CheckWords {
  good: string;
  /** The sentence while there is nothing to check; a check without it always has something. */
  empty?: string;
  /** Returns what is to be mended; `count` is empty where the number is not shown. */
  bad: (count: string) => string;
  /** The words of the link to the screen on which it can be mended. */
  mend: string;
  path: string;
  query?: Query;
  /** The right that this screen needs. */
  right: Right;
}

/** The twelve checks of 「学校就绪」, each with the link to mend it (AD-22). */
export const CHECKS: Readonly<Record<ReadinessCheck, CheckWords>> = {
  "no-class": {
    good: "所有学生都有班级",
    empty: "还没有学生，不用查班级",
    bad: (count) => `${count || "有"}${count && " 名"}学生没有班级`,
    mend: "编入班级",
    path: "people",
    query: { state: "no-class" },
    right: "people.read",
  },
  "no-guardian": {
    good: "所有学生都有监护人",
    empty: "还没有学生，不用查监护人",
    bad: (count) => `${count || "有"}${count && " 名"}学生没有监护人`,
    mend: "添加监护人",
    path: "people",
    query: { state: "no-guardian" },
    right: "people.read",
  },
  "consent-missing": {
    good: "所有人都同意了协议",
    empty: "还没有人，不用查协议",
    bad: (count) => `${count || "有"}${count && " "}人还没有同意协议`,
    mend: "看是谁",
    path: "people",
    query: { state: "consent-missing" },
    right: "people.read",
  },
  "never-signed-in": {
    good: "所有教师都登录过",
    empty: "还没有教师，不用查登录",
    bad: (count) => `${count} 位教师从未登录`,
    mend: "发密码条",
    path: "people",
    query: { identity: "teacher", state: "never-signed-in" },
    right: "people.read",
  },
  "class-without-head": {
    good: "每个班都有班主任",
    empty: "还没有班级，不用查班主任",
    bad: (count) => `${count} 个班没有班主任`,
    mend: "安排班主任",
    path: "classes",
    right: "people.read",
  },
  "empty-class": {
    good: "没有空的班级",
    empty: "还没有班级，不用查空班",
    bad: (count) => `${count} 个班没有学生`,
    mend: "编班或归档",
    path: "classes",
    right: "people.read",
  },
  "one-administrator": {
    good: "每所学校至少有两位管理员",
    bad: (count) => `${count} 所学校的管理员不到两位`,
    mend: "添加管理员",
    path: "rights/give",
    right: "grant.give",
  },
  "no-stage": {
    good: "每所学校都设了学段",
    bad: (count) => `${count} 所学校没有设学段`,
    mend: "设学段",
    path: "schools",
    right: "school.write",
  },
  "expiring-identity": {
    good: "两周内没有教职工和家长的身份到期",
    empty: "还没有教职工和家长，不用查身份到期",
    bad: (count) => `${count} 个身份两周内到期`,
    mend: "延长",
    path: "people",
    query: { state: "expiring" },
    right: "people.read",
  },
  "expiring-grant": {
    good: "两周内没有授权到期",
    bad: (count) => `${count} 项授权两周内到期`,
    mend: "查看授权",
    path: "rights",
    right: "people.read",
  },
  "failing-app": {
    good: "今天没有打不开的应用",
    empty: "还没有人，不用查应用能否打开",
    bad: (count) => `${count} 个应用今天有人没有打开成功`,
    mend: "看记录",
    path: "audit",
    query: { action: "launch" },
    right: "audit.read",
  },
  "failed-job": {
    good: "没有失败的后台任务",
    bad: (count) => `${count} 个后台任务失败了`,
    mend: "看变更",
    path: "changes",
    right: "report.read",
  },
};

type Check = Overview["checks"][number];

/** Returns whether a check found all in order; one with nothing to check has not. */
export function isReady({ is_good, is_empty }: Check): boolean {
  return is_good && !is_empty;
}

/** Returns the result of a check in words. */
export function checkText({ id, is_good, is_empty, count }: Check): string {
  const { good, bad, empty } = CHECKS[id];
  if (is_empty && empty !== undefined) return empty;
  if (is_good) return good;
  return count === null ? `${bad("")}（为保护学生，不显示人数）` : bad(numberText(count));
}

/** Returns a figure as text, or that it is not shown. */
export function figureText(count: number | null): string {
  return count === null ? "不显示" : numberText(count);
}

/** Returns a day without its year: 11/20. */
export function shortDay(day: string): string {
  const [, month = "", date = ""] = day.split("-");
  return `${Number(month)}/${Number(date)}`;
}

/** Returns a round number that is at least as large: the end of an axis. */
export function axisEnd(most: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, most))));
  return Math.max(5, Math.ceil(most / step) * step);
}
