import type {
  Channel,
  Identity,
  NoticeAudience,
  NoticeConfirm,
  NoticeState,
  SentNotice,
} from "#contract";
import type { ColumnType, Generated } from "kysely";
import type { Timestamp } from "./column-types.ts";

export interface NoticeTables {
  notice: NoticeTable;
  notice_recipient: NoticeRecipientTable;
  notice_file: NoticeFileTable;
  notice_alert: NoticeAlertTable;
  push_subscription: PushSubscriptionTable;
}

interface PushSubscriptionTable {
  session_id: string;
  user_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  /** The push service no longer knows it. */
  is_gone: Generated<boolean>;
  created_at: Timestamp;
}

export interface NoticeAlertTable {
  school_id: string;
  notice_id: string;
  user_id: string;
  channel: Channel | "push";
  reason: "sent" | "reminded";
  due_at: Timestamp;
  state: "waiting" | "sending" | "sent" | "failed" | "dropped";
  tries: Generated<number>;
}

export interface NoticeFileTable {
  school_id: string;
  notice_id: string;
  file_id: string;
  sort: number;
}

export interface NoticeTable {
  id: string;
  school_id: string;
  made_by: string | null;
  title: string;
  content: string;
  audience: ColumnType<NoticeAudience, string, string>;
  audience_words: string;
  confirm: NoticeConfirm;
  choices: string[];
  guardians: SentNotice["guardians"];
  state: NoticeState;
  version: Generated<number>;
  asked_version: Generated<number>;
  created_at: Timestamp;
  send_at: Timestamp;
  sent_at: Timestamp | null;
  changed_at: Timestamp | null;
  taken_back_at: Timestamp | null;
  reminded_at: Timestamp | null;
  updated_at: Timestamp;
  /** The key of the attempt that made it, unique for each maker. */
  attempt: Generated<string | null>;
}

export interface NoticeRecipientTable {
  id: string;
  school_id: string;
  notice_id: string;
  user_id: string | null;
  identity: Identity;
  child_id: string | null;
  visible_at: Timestamp;
  reminded_at: Timestamp | null;
  read_at: Timestamp | null;
  read_version: Generated<number>;
  answered_at: Timestamp | null;
  answered_version: Generated<number>;
  choice: string | null;
  touched_at: Timestamp;
}
