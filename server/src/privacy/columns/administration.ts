import { sql } from "kysely";
import { notedIn, ownedBy, sweptAfter, type TableData } from "../declare.ts";

export const RIGHTS_DATA = {
  right_grant: {
    name: "管理权限",
    shares: [ownedBy("user_id"), ...["given_by", "ended_by"].map(notedIn)],
    retention: sweptAfter(1095, "ended_at"),
    columns: {
      school: [
        "right_name",
        "bundle_id",
        "place_kind",
        "school_id",
        "part_id",
        "until",
        "created_at",
        "ended_at",
        "ended_why",
      ],
      technical: [
        "id",
        "user_id",
        "given_by",
        "ended_by",
        "rests_on_school_id",
        "rests_on_identity",
      ],
    },
  },
  right_review: {
    shares: [notedIn("confirmed_by")],
    retention: "institution",
    columns: { technical: ["school_id", "term", "confirmed_by", "confirmed_at"] },
  },
  right_bundle: {
    shares: [notedIn("created_by")],
    retention: "institution",
    columns: {
      none: ["owner_school_id", "name", "sentence", "rights", "place_kinds", "retired_at"],
      technical: ["id", "created_by", "created_at"],
    },
  },
} as const satisfies Record<string, TableData>;

export const CHANGE_SET_DATA = {
  change_row: {
    name: "管理员对我的资料的变更",
    shares: [ownedBy("person_id")],
    retention: { days: 0, after: "undo_until of its set", sweptBy: "change-set/expire.ts" },
    columns: {
      identity: ["before", "after", "label", "words"],
      technical: ["set_id", "seq", "school_id", "table_key", "key", "person_id", "state", "note"],
    },
  },
  row_origin: {
    name: "我的资料由谁写入",
    shares: [
      ownedBy("person_id"),
      {
        // the relation to a child is noted with the child
        rows: ({ id }) => sql<boolean>`table_key = 'guardian' and strpos(row_key, ${id}) > 0`,
        erase: "delete",
        exported: false,
      },
      notedIn("by_id"),
    ],
    retention: "account",
    columns: {
      usage: ["field", "how", "at"],
      secret: ["by_id"],
      technical: ["table_key", "row_key", "person_id", "set_id"],
    },
  },
  change_set: {
    name: "管理变更",
    shares: [
      {
        rows: ({ id }) => sql<boolean>`strpos(input::text, ${id}) > 0`,
        erase: () => ({
          ...{ input: sql`null`, unmatched: sql`'{}'` },
          ...{ act: sql`'修改已注销的人的资料'`, sentence: sql`''` },
        }),
        exported: false,
      },
      ...["made_by", "approved_by", "refused_by"].map(notedIn),
    ],
    retention: "institution",
    columns: {
      none: [
        "kind",
        "right_name",
        "state",
        "reason",
        "refusal",
        "guards",
        "row_count",
        "person_count",
        "applied_count",
        "undone_count",
        "outdated_count",
        "created_at",
        "applied_at",
        "undone_at",
        "undo_until",
        "undo_rows",
        "undo_overwrites",
        "source",
        "replaced_by",
        "apply_at",
        "by_operator",
      ],
      identity: ["act", "sentence"],
      technical: [
        ...["id", "school_id", "input", "unmatched", "made_by", "approved_by", "refused_by"],
      ],
    },
  },
} as const satisfies Record<string, TableData>;

export const INVITATION_DATA = {
  invitation: {
    name: "邀请码",
    shares: [
      { ...ownedBy("child_id"), exported: false },
      {
        rows: ({ id }) => sql<boolean>`created_by = ${id}`,
        // without its maker it would pass for an operator's, and work again
        erase: () => ({ created_by: sql`null`, revoked_at: sql`coalesce(revoked_at, expires_at)` }),
      },
    ],
    retention: sweptAfter(365, "expires_at"),
    columns: {
      usage: ["kind", "identity", "class_id", "max_uses", "used", "created_at", "expires_at"],
      family: ["child_id"],
      secret: ["code"],
      technical: ["school_id", "id", "created_by", "revoked_at"],
    },
  },
} as const satisfies Record<string, TableData>;
