import type { Generated } from "kysely";
import type { Timestamp } from "./column-types.ts";

export interface InvitationTables {
  invitation: InvitationTable;
}

export interface InvitationTable {
  school_id: string;
  id: string;
  code: string;
  kind: "class" | "child" | "staff";
  identity: "manager" | "teacher" | "student" | "parent";
  class_id: string | null;
  child_id: string | null;
  max_uses: number;
  used: Generated<number>;
  created_by: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  revoked_at: Timestamp | null;
}
