import { sql } from "kysely";
import { SENT_NOTICE_DAYS } from "#contract";
import { notedIn, ownedBy, sweptAfter, type TableData } from "../declare.ts";

/** Days for which it is kept that somebody was written to beside a notice. */
const ALERT_DAYS = 30;

export const NOTICE_DATA = {
  // the notice's, as its text is, whoever wrote it
  notice_file: {
    shares: [],
    retention: {
      days: SENT_NOTICE_DAYS,
      after: "created_at",
      old: (before: Date) =>
        sql<boolean>`notice_id in (select n.id from notice n where n.created_at < ${before})`,
    },
    columns: { none: ["school_id", "sort"], technical: ["notice_id", "file_id"] },
  },
  notice_recipient: {
    name: "收到的通知",
    shares: [ownedBy("user_id"), { ...ownedBy("child_id"), exported: false }],
    retention: sweptAfter(SENT_NOTICE_DAYS, "visible_at"),
    columns: {
      message: ["visible_at", "reminded_at", "read_at", "answered_at", "choice"],
      school: ["school_id", "identity"],
      technical: [
        ...["id", "notice_id", "user_id", "child_id", "read_version", "answered_version"],
        "touched_at",
      ],
    },
  },
  push_subscription: {
    name: "接收推送的浏览器",
    shares: [ownedBy("user_id")],
    retention: { days: 0, after: "created_at", sweptBy: "notice/push/subscriptions.ts" },
    columns: {
      device: ["created_at"],
      secret: ["endpoint", "p256dh", "auth"],
      technical: ["session_id", "user_id", "is_gone"],
    },
  },
  notice_alert: {
    name: "通知的邮件、短信和推送",
    shares: [ownedBy("user_id")],
    retention: sweptAfter(ALERT_DAYS, "due_at"),
    columns: {
      message: ["channel", "reason", "due_at", "state"],
      school: ["school_id"],
      technical: ["notice_id", "user_id", "tries"],
    },
  },
  notice: {
    shares: [notedIn("made_by")],
    retention: sweptAfter(SENT_NOTICE_DAYS, "created_at"),
    columns: {
      none: [
        ...["school_id", "title", "content", "audience", "audience_words", "confirm", "choices"],
        ...["guardians", "state", "version", "asked_version", "created_at", "send_at", "sent_at"],
        ...["changed_at", "taken_back_at", "reminded_at", "updated_at"],
      ],
      technical: ["id", "made_by", "attempt"],
    },
  },
} as const satisfies Record<string, TableData>;
