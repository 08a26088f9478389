import { sql } from "kysely";
import { NIGHTLY_RUN_DAYS, ROSTER_DRAFT_DAYS, TRANSFER_DAYS } from "#contract";
import { nobodys, notedIn, ownedBy, sweptAfter, type TableData } from "../declare.ts";

export const ROSTER_NIGHTLY_DATA = {
  roster_run: {
    shares: [],
    columns: {
      none: ["school_id", "by_hand", "started_at", "finished_at", "outcome", "sentence"],
      technical: ["id", "change_set_id"],
    },
    retention: sweptAfter(NIGHTLY_RUN_DAYS, "started_at"),
  },
  roster_place: nobodys(["source", "sourced_id", "school_id"]),
  roster_connection: {
    shares: [notedIn("updated_by")],
    retention: "institution",
    columns: {
      none: [
        ...["school_id", "source", "version", "address", "token_address", "client_id", "scope"],
        ...["demographics", "org_id", "is_on", "hour", "weekdays", "days_without", "last_day"],
        "updated_at",
      ],
      secret: ["secret"],
      technical: ["updated_by"],
    },
  },
} as const satisfies Record<string, TableData>;

export const ROSTER_DATA = {
  roster_source: nobodys(["source", "bundle_id", "first_at"]),
  roster_bundle: nobodys(["id", "source", "base_id", "created_at"]),
  // the file as a whole; a person's rows are taken out of it by erase-from-roster.ts
  roster_file: {
    name: "学校名册",
    shares: [],
    retention: "institution",
    columns: { identity: ["content"], technical: ["bundle_id", "file"] },
  },
} as const satisfies Record<string, TableData>;

/** Tells whether a request for a pupil names the number or identity card of account `u`. */
const IS_ASKED_FOR = sql<boolean>`(u.id_hash = transfer_request.id_hash
  or upper(u.sourced_id) = upper(transfer_request.number))`;

export const ROSTER_IMPORT_DATA = {
  roster_draft_person: {
    name: "导入名册的草稿",
    shares: [{ rows: ({ id }) => sql<boolean>`${id} = any (user_ids)`, erase: "delete" }],
    retention: {
      days: ROSTER_DRAFT_DAYS,
      after: "created_at of its draft",
      old: (before) =>
        sql<boolean>`draft_id in (select d.id from roster_draft d where d.created_at < ${before})`,
    },
    columns: { identity: ["person"], technical: ["draft_id", "seq", "key", "user_ids"] },
  },
  roster_draft: {
    shares: [{ ...ownedBy("made_by"), exported: false }],
    retention: sweptAfter(ROSTER_DRAFT_DAYS, "created_at"),
    columns: {
      none: ["kind", "source", "class_answers", "created_at"],
      technical: ["id", "school_id", "made_by"],
    },
  },
  roster_answer: {
    name: "名册中认出我的记录",
    shares: [ownedBy("user_id"), notedIn("said_by")],
    retention: "account",
    columns: {
      school: ["school_id", "is_same", "said_at"],
      technical: ["key", "user_id", "said_by"],
    },
  },
  roster_column: nobodys(["school_id", "kind", "head", "meaning"]),
  transfer_request: {
    name: "转学请求",
    shares: [
      {
        rows: ({
          id,
        }) => sql<boolean>`exists (select from "user" u where u.id = ${id} and u.name = transfer_request.name
          and ${IS_ASKED_FOR})`,
        erase: "delete",
      },
      {
        // the number is this person's, but the name may be of a pupil for whom it was mistyped
        rows: ({ id }) =>
          sql<boolean>`exists (select from "user" u where u.id = ${id} and ${IS_ASKED_FOR})`,
        erase: "delete",
        exported: false,
      },
      notedIn("said_by"),
    ],
    retention: sweptAfter(TRANSFER_DAYS, "said_at"),
    columns: {
      identity: ["name", "number"],
      school: ["school_id", "class_id", "is_transfer", "said_at", "declined_at"],
      secret: ["id_hash"],
      technical: ["id", "key", "said_by", "transfer_id"],
    },
  },
} as const satisfies Record<string, TableData>;
