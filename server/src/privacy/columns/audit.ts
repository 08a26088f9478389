import type { TableData } from "../declare.ts";

/** The retention of the audit. Entries hold ids and words of ours only, so they outlive an erasure. */
const RETENTION = { days: 1095, after: "at", sweptBy: "audit/cut.ts" } as const;

export const AUDIT_DATA = {
  audit_entry: {
    shares: [],
    retention: RETENTION,
    columns: {
      technical: [
        "id",
        "at",
        "action",
        "outcome",
        "user_id",
        "session_id",
        "identity",
        "school_id",
        "app_id",
        "object_kind",
        "object_id",
        "subject_id",
        "address",
        "request_id",
        "detail",
      ],
    },
  },
  audit_pending: {
    shares: [],
    retention: RETENTION,
    columns: { technical: ["n", "entry_id", "digest"] },
  },
  audit_link: {
    shares: [],
    retention: RETENTION,
    columns: { technical: ["seq", "entry_id", "digest", "hash"] },
  },
  audit_head: {
    shares: [],
    retention: "institution",
    columns: { technical: ["id", "seq", "hash", "cut_seq", "cut_hash"] },
  },
} as const satisfies Record<string, TableData>;
