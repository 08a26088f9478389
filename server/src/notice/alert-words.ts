import type { NoticeAlertTable } from "../database/tables/notice.ts";
import type { AlertReader } from "./alert-readers.ts";

/** Returns a message that says that a notice waits: which school's, its title, where to read it and how to have no more. */
export function alertOf(
  { receiver, school, title }: AlertReader,
  reason: NoticeAlertTable["reason"],
  address: string,
) {
  const [subject, first] =
    reason === "sent"
      ? [`${school}的通知“${title}”`, `${school}发来通知“${title}”。`]
      : [`请看${school}的通知“${title}”`, `${school}提醒查看并确认通知“${title}”。`];
  return {
    ...{ receiver, school, subject },
    body: `${first}

登录后在“消息”里查看：
${address}/#/messages

不想再收到这样的邮件，可以在“个人中心”的“消息提醒”里关闭：
${address}/#/module/profile`,
  };
}

/** Returns what a browser shows: the school and the title. */
export function pushOf({ school, title }: AlertReader, reason: NoticeAlertTable["reason"]): string {
  const head = reason === "sent" ? `${school}的通知` : `请看${school}的通知`;
  return JSON.stringify({ title: head, body: title });
}
