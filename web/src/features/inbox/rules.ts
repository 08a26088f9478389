import type { Identity, InboxItem, InboxTask } from "#contract";

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

/** Says what a task is, where it comes from, and what is done with it. */
export function taskWords(
  { kind, title, from_name, link }: InboxTask,
  identity: Identity | null,
): { title: string; kind: string; act: string } {
  switch (kind) {
    case "consent":
      return {
        title: `${title}使用平台，等${youOf(identity)}同意`,
        kind: "儿童个人信息保护规则",
        act: "去看看",
      };
    case "feedback":
      return { title, kind: "意见反馈有了答复", act: "查看" };
    case "todo":
      return { title, kind: from_name, act: link === "" ? "" : "去完成" };
  }
}
