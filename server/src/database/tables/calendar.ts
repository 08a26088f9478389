import type { Timestamp } from "./column-types.ts";

export interface CalendarTables {
  calendar_address: CalendarAddressTable;
}

interface CalendarAddressTable {
  school_id: string;
  user_id: string;
  identity: "student" | "teacher" | "parent";
  subject_id: string;
  secret_hash: string;
  made_at: Timestamp;
}
