/** The columns of an entry that its digest covers: all but its id; `e` is `audit_entry`. */
export const ENTRY_COLUMNS = [
  "e.at",
  "e.action",
  "e.outcome",
  "e.user_id",
  "e.session_id",
  "e.identity",
  "e.school_id",
  "e.app_id",
  "e.object_kind",
  "e.object_id",
  "e.subject_id",
  "e.address",
  "e.request_id",
  "e.detail",
] as const;
