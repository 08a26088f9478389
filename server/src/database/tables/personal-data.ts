import type { Timestamp } from "./column-types.ts";

export interface PersonalDataTables {
  erasure: ErasureTable;
  data_export: DataExportTable;
}

export interface ErasureTable {
  user_id: string;
  requested_by: string;
  requested_at: Timestamp;
  due_at: Timestamp;
  erased_at: Timestamp | null;
}

export interface DataExportTable {
  id_hash: string;
  session_id: string;
  subject_id: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: Timestamp | null;
}
