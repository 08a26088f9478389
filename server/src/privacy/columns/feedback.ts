import { sql } from "kysely";
import { nobodys, ownedBy, type Subject, type TableData } from "../declare.ts";

const KEEP_DAYS = 730;
const ERASED_TEXT = "（写这条消息的人已注销账号，内容已删除）";

const inOwnThread = ({ id }: Subject) => sql<boolean>`(school_id, thread_id) in (
  select t.school_id, t.id from feedback_thread t where t.user_id = ${id})`;
const inOldThread = (before: Date) => sql<boolean>`(school_id, thread_id) in (
  select t.school_id, t.id from feedback_thread t where t.updated_at < ${before})`;
const retention = { days: KEEP_DAYS, after: "updated_at", old: inOldThread } as const;

/** The feedback tables, referring rows first. A thread belongs to the person who began it, whoever answered. */
export const FEEDBACK_DATA = {
  feedback_attachment: {
    name: "意见反馈的附件",
    shares: [
      { rows: inOwnThread, erase: "delete" },
      {
        // what staff attached to somebody else's thread
        rows: ({ id }) => sql<boolean>`file_id in (select id from file where user_id = ${id})`,
        erase: "delete",
      },
    ],
    retention,
    columns: {
      message: ["thread_id", "seq", "file_id"],
      technical: ["school_id", "sort"],
    },
  },
  feedback_message: {
    name: "意见反馈的往来",
    shares: [
      { rows: inOwnThread, erase: "delete" },
      {
        // an answer to somebody else: the thread stays theirs, what was written in it goes
        rows: ({ id }) => sql<boolean>`user_id = ${id}`,
        erase: () => ({ content: sql`${ERASED_TEXT}` }),
      },
    ],
    retention,
    columns: {
      message: ["thread_id", "seq", "side", "content", "created_at"],
      technical: ["school_id", "user_id", "attempt"],
    },
  },
  feedback_note: {
    name: "意见反馈的内部备注",
    shares: [
      // what staff note for each other: it goes with the thread, and is no part of what the person takes along
      { rows: inOwnThread, erase: "delete", exported: false },
      {
        rows: ({ id }) => sql<boolean>`user_id = ${id}`,
        erase: () => ({ content: sql`${ERASED_TEXT}` }),
      },
    ],
    retention,
    columns: {
      message: ["thread_id", "id", "act", "content", "created_at"],
      technical: ["school_id", "user_id", "to_user_id", "to_school_id", "attempt"],
    },
  },
  feedback_thread: {
    name: "意见反馈",
    shares: [ownedBy("user_id")],
    retention: {
      days: KEEP_DAYS,
      after: "updated_at",
      old: (before: Date) => sql<boolean>`updated_at < ${before}`,
    },
    columns: {
      message: ["identity", "kind", "title", "status", "created_at", "updated_at"],
      technical: [
        "school_id",
        "id",
        "user_id",
        "assigned_school_id",
        "last_seq",
        "person_read_seq",
        "staff_read_seq",
        "person_unread",
        "staff_unread",
        "taken_by",
        "taken_at",
        "attempt",
      ],
    },
  },
} as const satisfies Record<string, TableData>;

const ownFile = ({ id }: Subject) => sql<boolean>`user_id = ${id}`;
const IN_NOTICE = sql<boolean>`(purpose = 'notice' and is_held)`;
const dropped = () => ({ state: sql`'dropped'`, is_held: sql`false`, name: sql`''` });

export const FILE_DATA = {
  // marked here; rows and bytes are then deleted by the files themselves
  file: {
    name: "上传的文件",
    shares: [
      { rows: (subject) => sql<boolean>`${ownFile(subject)} and not ${IN_NOTICE}`, erase: dropped },
      {
        // a notice stays when who wrote it is erased, and so do its files
        rows: (subject) => sql<boolean>`${ownFile(subject)} and ${IN_NOTICE}`,
        erase: () => ({ user_id: sql`null` }),
      },
    ],
    retention: "account",
    columns: {
      file: ["purpose", "name", "mime", "size", "width", "height", "created_at"],
      technical: [
        "id",
        "user_id",
        "promised_mime",
        "promised_size",
        "expires_at",
        "state",
        "stored_at",
        "is_held",
        "released_at",
        "is_cleared",
      ],
    },
  },
  // logos, covers and media of lessons are the platform's, whoever put them
  picture: nobodys(["id", "mime", "bytes", "created_at", "idle_since"]),
  content_medium: nobodys(["id", "name", "mime", "size", "owner", "created_at", "idle_since"]),
} as const satisfies Record<string, TableData>;
