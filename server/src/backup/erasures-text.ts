import { ERASURE_GRACE_DAYS } from "#contract";
import type { Restored } from "./restore.ts";
import { DAY_MS } from "../platform/days.ts";

/** Returns the effects of a restore on people who were erased since the backup, as Chinese lines for the operator. */
export function describeErasures(
  { header, erasures }: Pick<Restored, "header" | "erasures">,
  now: Date,
): string[] {
  const { again, waiting, takenBack, isKnown } = erasures;
  const lines: string[] = [];
  if (again > 0) {
    lines.push(`备份之后已注销的 ${again} 人已停用，平台启动后几分钟内会再次删除他们的数据。`);
  }
  if (waiting > 0) lines.push(`备份之后提出、还没有到期的 ${waiting} 个注销申请已保留。`);
  if (takenBack > 0) lines.push(`备份之后撤回的 ${takenBack} 个注销申请已去掉。`);
  // a younger backup holds the request itself: nobody is erased sooner
  const age = now.getTime() - Date.parse(header.made_at);
  if (!isKnown && age > ERASURE_GRACE_DAYS * DAY_MS) {
    lines.push(
      `注意：备份已超过 ${ERASURE_GRACE_DAYS} 天，此后注销的人可能又在里面。有较新的备份时，请用 --erasures-of 指出它，再恢复一次。`,
    );
  }
  return lines;
}
