import { sql } from "kysely";
import { NOTICE_DAYS } from "#contract";
import { notedIn, ownedBy, type Subject, sweptAfter, type TableData } from "../declare.ts";

/** Returns the values that replace an erased person's account: nobody can sign in to it. */
const emptied = ({ id }: Subject) => ({
  account: sql`'deleted-' || md5(${id})`,
  name: sql`'已注销'`,
  ...Object.fromEntries(
    [
      "avatar",
      "mobile",
      "email",
      "gender",
      "birth_date",
      "admission_time",
      "password_hash",
      "id_hash",
      "temporary_until",
      "identity",
      "school_id",
      "source",
      "sourced_id",
    ].map((column) => [column, sql`null`]),
  ),
  is_abled: sql`false`,
  must_change_password: sql`false`,
  theme: sql`'color'`,
  appearance: sql`'system'`,
  text_size: sql`'standard'`,
  notice_mail: sql`false`,
  notice_sms: sql`false`,
  eye_mode: sql`true`,
  eye_interval: sql`30`,
  eye_fixed: sql`false`,
});

export const USER_DATA = {
  user: {
    name: "账号与个人资料",
    shares: [{ ...ownedBy("id"), erase: emptied }],
    retention: "account",
    columns: {
      identity: ["account", "name", "avatar", "gender", "birth_date"],
      contact: ["mobile", "email"],
      school: ["identity", "school_id", "admission_time"],
      preference: [
        ...["theme", "appearance", "text_size", "notice_mail", "notice_sms"],
        ...["eye_mode", "eye_interval", "eye_fixed"],
      ],
      secret: ["password_hash", "id_hash", "must_change_password", "temporary_until"],
      technical: ["id", "is_abled", "source", "sourced_id", "created_at", "updated_at"],
    },
  },
} as const satisfies Record<string, TableData>;

/** Returns the values that empty a person's search readings; the emptied account is read anew. */
const UNREAD = () => ({
  ...Object.fromEntries(
    ["name", "syllables", "letters", "given_letters", "initials", "given_initials"].map(
      (column) => [column, sql`''`],
    ),
  ),
  is_stale: sql`true`,
  has_signed_in: sql`false`,
  agreed: sql`''`,
  born: sql`null`,
});

export const PEOPLE_DATA = {
  person_search: {
    name: "姓名的读音",
    shares: [{ ...ownedBy("user_id"), erase: UNREAD, exported: false }],
    retention: "account",
    columns: {
      identity: [
        ...["name", "syllables", "letters", "given_letters", "initials", "given_initials"],
        "born",
      ],
      technical: ["user_id", "is_stale", "has_signed_in", "agreed"],
    },
  },
  person_lock: {
    name: "账号锁定",
    shares: [ownedBy("user_id"), notedIn("locked_by")],
    retention: "account",
    columns: {
      message: ["reason"],
      technical: ["user_id", "until", "locked_by", "locked_at", "merged_into"],
    },
  },
  person_notice: {
    name: "账号通知",
    shares: [ownedBy("user_id"), notedIn("by_id"), { ...ownedBy("about_id"), exported: false }],
    retention: sweptAfter(NOTICE_DAYS, "at"),
    columns: {
      message: ["kind", "at", "detail", "seen_at"],
      technical: ["id", "user_id", "by_id", "by_place_id", "about_id"],
    },
  },
  pupil_transfer: {
    name: "转学",
    shares: [ownedBy("user_id"), notedIn("given_by")],
    retention: sweptAfter(30, "expires_at"),
    columns: {
      secret: ["code_hash"],
      school: ["from_school_id", "to_school_id", "given_at", "expires_at"],
      technical: ["id", "user_id", "given_by"],
    },
  },
  leaver: {
    name: "离校与保留",
    shares: [ownedBy("user_id"), notedIn("kept_by")],
    retention: "account",
    columns: {
      message: ["kept_why"],
      technical: ["user_id", "left_at", "is_kept", "kept_until", "kept_by"],
    },
  },
  person_distinct: {
    shares: [
      { ...ownedBy("one_id"), exported: false },
      { ...ownedBy("other_id"), exported: false },
      notedIn("said_by"),
    ],
    retention: "account",
    columns: { technical: ["one_id", "other_id", "said_by", "said_at"] },
  },
  password_sheet: {
    shares: [{ ...ownedBy("made_by"), exported: false }],
    retention: { days: 0, after: "open_until", sweptBy: "person-access/routes.ts" },
    columns: {
      secret: ["sealed"],
      technical: ["id", "made_by", "people", "made_at", "open_until", "valid_until"],
    },
  },
} as const satisfies Record<string, TableData>;

export const PERSONAL_DATA_DATA = {
  data_export: {
    shares: [ownedBy("subject_id")],
    retention: {
      days: 1,
      after: "expires_at",
      old: (before: Date) => sql<boolean>`expires_at < ${before}`,
    },
    columns: {
      secret: ["id_hash"],
      technical: ["session_id", "subject_id", "created_at", "expires_at", "used_at"],
    },
  },
  erasure: {
    name: "删除申请与学校的异议",
    // the mark stays, so that an import does not bring the person back
    shares: [{ ...ownedBy("user_id"), erase: () => ({ objection: sql`null` }) }],
    retention: "institution",
    columns: {
      message: ["objection"],
      technical: [
        "user_id",
        "requested_by",
        "requested_at",
        "due_at",
        "erased_at",
        "objected_at",
        "objected_by",
        "objecting_school_id",
      ],
    },
  },
  name_correction: {
    name: "更正姓名的申请",
    shares: [ownedBy("user_id")],
    retention: "account",
    columns: {
      identity: ["from_name", "to_name"],
      message: ["reason", "answer"],
      technical: ["id", "user_id", "requested_at", "decided_at", "decided_by", "is_accepted"],
    },
  },
} as const satisfies Record<string, TableData>;
