import { chinaTime, yearDayText, type LedgerEntry, type LedgerFact } from "#contract";

const FACT_NAMES: Readonly<Record<LedgerFact, string>> = {
  sub: "一个只有它认得的编号",
  name: "姓名",
  identity: "身份",
  school: "学校",
  classes: "班级",
  classmates: "同班名单",
  parents: "家长是谁",
  mobile: "手机号",
  email: "邮箱",
  demographics: "性别和出生日期",
};
export const KIND_NAMES = { badge: "角标", todo: "待办", card: "卡片" } as const;

/** Lists facts in words; the number last, which says least. */
export function factsText(facts: readonly LedgerFact[]): string {
  const said = facts.filter((fact) => fact !== "sub").map((fact) => FACT_NAMES[fact]);
  return [...said, ...(facts.includes("sub") ? [FACT_NAMES.sub] : [])].join("、");
}

/** Says how often, and when last, an app got something of the child. */
export function askedText({ asked, asked_times }: LedgerEntry, days: number): string {
  const [last] = asked;
  if (last === undefined) return "";
  return `${days} 天里 ${asked_times} 次，最近是 ${momentText(last.at)}`;
}

export function openedText({ opened }: LedgerEntry, days: number): string {
  return opened === 0 ? "" : `${days} 天里 ${opened} 次`;
}

/** Counts what an app sent by kind: 「2 张卡片、1 个角标」. */
export function sentText(sent: readonly Pick<LedgerEntry["sent"][number], "kind">[]): string {
  return (["card", "todo", "badge"] as const)
    .map((kind) => [kind, sent.filter((one) => one.kind === kind).length] as const)
    .filter(([, count]) => count > 0)
    .map(
      ([kind, count]) =>
        `${count} ${kind === "card" ? "张" : kind === "todo" ? "条" : "个"}${KIND_NAMES[kind]}`,
    )
    .join("、");
}

/** Returns whether an app learns nothing of the child, and has sent nothing. */
export function isQuiet({ may_know, asked, sent }: LedgerEntry): boolean {
  return may_know.length + asked.length + sent.length === 0;
}

/** Formats a moment: 2026年12月5日 08:05. */
export function momentText(iso: string): string {
  return `${yearDayText(iso)} ${chinaTime(iso)}`;
}
