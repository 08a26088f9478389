import type { Identity, InboxItem } from "#contract";

/** Returns how a reader is addressed. */
export function youOf(identity: Identity | null): "你" | "您" {
  return identity === "student" ? "你" : "您";
}

/** Returns what an item still asks of its reader; undefined: nothing. */
export function taskOf({ is_waiting, is_reminded, confirm }: InboxItem): string | undefined {
  if (!is_waiting) return undefined;
  const what = confirm === "choice" ? "请回答" : "请确认";
  return is_reminded ? `${what}（已提醒）` : what;
}

/** Returns what was done about an item; undefined: nothing was asked, or it waits. */
export function doneText({
  confirm,
  is_waiting,
  answered_at,
  choice,
}: InboxItem): string | undefined {
  if ((confirm !== "received" && confirm !== "choice") || is_waiting) return undefined;
  if (answered_at === null) return "已由另一位家长确认";
  return choice === null ? "已确认收到" : `已回答：${choice}`;
}
