import type { ColumnType, GeneratedAlways } from "kysely";
import type { Timestamp } from "./column-types.ts";

export interface AuditTables {
  audit_entry: AuditEntryTable;
  audit_pending: AuditPendingTable;
  audit_link: AuditLinkTable;
  audit_head: AuditHeadTable;
}

export interface AuditEntryTable {
  id: string;
  at: Timestamp;
  action: string;
  outcome: "ok" | "refused";
  user_id: string | null;
  session_id: string | null;
  identity: string | null;
  school_id: string | null;
  app_id: string | null;
  object_kind: string | null;
  object_id: string | null;
  subject_id: string | null;
  address: string;
  request_id: string;
  detail: ColumnType<Record<string, unknown>, string, never>;
}

/** Digests of entries that are written and not yet in the chain. */
export interface AuditPendingTable {
  n: GeneratedAlways<number>;
  entry_id: string;
  digest: string;
}

export interface AuditLinkTable {
  seq: number;
  entry_id: string;
  digest: string;
  hash: string;
}

/** The one row with the end of the chain and the place up to which it was cut off. */
export interface AuditHeadTable {
  id: number;
  seq: number;
  hash: string;
  cut_seq: number;
  cut_hash: string;
}
