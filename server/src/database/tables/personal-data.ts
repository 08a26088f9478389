import type { Timestamp } from "./column-types.ts";

export interface PersonalDataTables {
  erasure: ErasureTable;
  data_export: DataExportTable;
  name_correction: NameCorrectionTable;
}

export interface ErasureTable {
  user_id: string;
  requested_by: string;
  requested_at: Timestamp;
  due_at: Timestamp;
  erased_at: Timestamp | null;
  /** The time of the school's objection: it keeps an enrolled pupil's account until the pupil has left (ID-11). */
  objected_at: Timestamp | null;
  objected_by: string | null;
  objecting_school_id: string | null;
  objection: string | null;
}

export interface NameCorrectionTable {
  id: string;
  user_id: string;
  from_name: string;
  to_name: string;
  reason: string;
  requested_at: Timestamp;
  decided_at: Timestamp | null;
  decided_by: string | null;
  is_accepted: boolean | null;
  answer: string | null;
}

export interface DataExportTable {
  id_hash: string;
  session_id: string;
  subject_id: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: Timestamp | null;
}
