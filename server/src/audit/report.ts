import { chinaClock } from "#contract";
import { headText } from "./chain.ts";
import type { ListedEntry } from "./list.ts";
import type { Verdict } from "./verify.ts";

/** Returns a line for each entry: time, action and outcome, actor, object, person concerned, address. */
export function describeEntries(entries: readonly ListedEntry[]): string {
  if (entries.length === 0) return "没有符合条件的记录。";
  return entries.map(describe).join("\n");
}

function describe(entry: ListedEntry): string {
  const { at, action, outcome, account, user_id, app_id, identity, school_id } = entry;
  const who = account ?? user_id ?? (app_id === null ? "—" : `应用 ${app_id}`);
  const active =
    identity === null ? "" : `（${identity}${school_id === null ? "" : `，${school_id}`}）`;
  const parts = [
    chinaClock(at),
    `${action}${outcome === "refused" ? " 被拒" : ""}`,
    `${who}${active}`,
    entry.object_kind !== null && `${entry.object_kind} ${entry.object_id ?? ""}`,
    entry.subject_id !== null &&
      entry.subject_id !== user_id &&
      `关于 ${entry.subject_account ?? entry.subject_id}`,
    entry.address !== "" && entry.address,
    Object.keys(entry.detail).length > 0 && JSON.stringify(entry.detail),
  ];
  return parts.filter((part) => part !== false).join("  ");
}

export function describeVerdict({
  head,
  cut,
  chained,
  waiting,
  faults,
  faultCount,
}: Verdict): string {
  const extent = `已入链 ${chained} 条，等待入链 ${waiting} 条，链尾 ${headText(head)}。`;
  const begin = cut.seq === 0 ? "" : `第 ${cut.seq} 条及以前已按保存期限清理。`;
  if (faultCount === 0) return `审计完好。${extent}${begin}`;
  const rest = faultCount - faults.length;
  return [
    `审计有 ${faultCount} 处不符：`,
    ...faults.map((fault) => `  ${fault}`),
    ...(rest > 0 ? [`  另有 ${rest} 处。`] : []),
    extent + begin,
  ].join("\n");
}
