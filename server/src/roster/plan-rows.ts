import type { Identity } from "#contract";
import type { SourcedKind } from "./derived-id.ts";

/** The rows that the database should hold for this source; keys are unique within each table. */
export interface Plan {
  school: SchoolRow[];
  subject: { id: string; name: string; sort: number }[];
  user: UserRow[];
  membership: MembershipRow[];
  class: ClassRow[];
  class_student: { school_id: string; class_id: string; user_id: string }[];
  class_teacher: TeacherRow[];
  guardian: { child_id: string; user_id: string; relation: string }[];
}

export interface SchoolRow {
  id: string;
  sourced_id: string;
  kind: "district" | "school";
  parent_id: string | null;
  name: string;
  stage_ids: string[];
  is_abled: boolean;
}

export interface UserRow {
  id: string;
  sourced_id: string;
  account: string;
  name: string;
  mobile: string | null;
  email: string | null;
  gender: "male" | "female" | null;
  birth_date: string | null;
  admission_time: string | null;
  is_abled: boolean;
  /** Identity and school that a new person starts with; null for somebody without a role. */
  identity: Identity | null;
  school_id: string | null;
}

export interface MembershipRow {
  school_id: string;
  user_id: string;
  identity: Identity;
  is_abled: boolean;
  sort: number;
}

export interface ClassRow {
  school_id: string;
  id: string;
  sourced_id: string;
  name: string;
  grade_id: string;
  stage_id: string;
  sort: number;
  is_abled: boolean;
}

export interface TeacherRow {
  school_id: string;
  class_id: string;
  user_id: string;
  subject_id: string;
  is_head: boolean;
}

/** Returns the platform's id of a roster record. */
export type IdOf = (kind: SourcedKind, sourcedId: string) => string;
