import type { Generated } from "kysely";
import type { Timestamp } from "./column-types.ts";

export interface JobTables {
  job: JobTable;
  job_step: JobStepTable;
}

export interface JobTable {
  id: string;
  kind: string;
  ref_id: Generated<string>;
  school_id: string | null;
  state: "waiting" | "running" | "done" | "failed" | "stopped";
  progress: Generated<number>;
  total: number | null;
  run_at: Timestamp;
  lease_until: Timestamp | null;
  leased_by: string | null;
  attempts: Generated<number>;
  error: string | null;
  created_by: string | null;
  created_at: Timestamp;
  started_at: Timestamp | null;
  finished_at: Timestamp | null;
}

export interface JobStepTable {
  job_id: string;
  step: string;
}
