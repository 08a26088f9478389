import type { Generated } from "kysely";
import type { Identity } from "#contract";
import type { Sourced, Stamped, Timestamp } from "./column-types.ts";

export interface SchoolTables {
  school: SchoolTable;
  membership: MembershipTable;
  subject: SubjectTable;
  class: ClassTable;
  class_student: ClassStudentTable;
  class_teacher: ClassTeacherTable;
  guardian: GuardianTable;
}

export interface SchoolTable extends Sourced {
  id: string;
  kind: Generated<"district" | "school">;
  parent_id: string | null;
  name: string;
  logo: string | null;
  stage_ids: Generated<string[]>;
  is_abled: Generated<boolean>;
  /** Days for which leavers are kept; 0: always; null: as the platform sets it (AD-07). */
  leaver_days: Generated<number | null>;
  created_at: Stamped;
  updated_at: Stamped;
}

export interface MembershipTable {
  school_id: string;
  user_id: string;
  identity: Identity;
  is_abled: Generated<boolean>;
  sort: Generated<number>;
  source: string | null;
  /** The identity's last day, where it has one. */
  until: Generated<Timestamp | null>;
  created_at: Stamped;
}

export interface SubjectTable {
  id: string;
  name: string;
  sort: Generated<number>;
}

export interface ClassTable extends Sourced {
  school_id: string;
  id: string;
  name: string;
  grade_id: string;
  stage_id: string;
  sort: Generated<number>;
  is_abled: Generated<boolean>;
}

export interface ClassStudentTable {
  school_id: string;
  class_id: string;
  user_id: string;
  source: string | null;
}

export interface ClassTeacherTable {
  school_id: string;
  class_id: string;
  user_id: string;
  subject_id: Generated<string>;
  is_head: Generated<boolean>;
  source: string | null;
}

export interface GuardianTable {
  child_id: string;
  user_id: string;
  relation: Generated<string>;
  source: string | null;
}
