import type { ClassAct, ClassNameRule, PupilAct, SchoolSystem } from "#contract";
import type { Generated } from "kysely";
import type { Timestamp } from "./column-types.ts";

export interface SchoolYearTables {
  school_year_plan: SchoolYearPlanTable;
  school_year_class: SchoolYearClassTable;
  school_year_pupil: SchoolYearPupilTable;
  graduate: GraduateTable;
}

export interface SchoolYearPlanTable {
  id: string;
  school_id: string;
  year: number;
  version: number;
  school_system: SchoolSystem;
  names: ClassNameRule;
  continues: boolean;
  effective_at: Timestamp;
  pause_from: Timestamp;
  pause_until: Timestamp;
  take_along_days: number;
  draw_seed: string | null;
  draw_hash: string | null;
  draw_count: number | null;
  draw_grade_id: string | null;
  drawn_by: string | null;
  drawn_at: Timestamp | null;
  change_set_id: string | null;
  updated_by: string | null;
  updated_at: Timestamp;
}

export interface SchoolYearClassTable {
  plan_id: string;
  school_id: string;
  class_id: string;
  is_new: boolean;
  sort: number;
  act: ClassAct | null;
  into_class_id: string | null;
  name: string | null;
  grade_id: string | null;
  stage_id: string | null;
  sets_head: Generated<boolean>;
  head_user_id: string | null;
  clears_teachers: Generated<boolean>;
}

export interface SchoolYearPupilTable {
  plan_id: string;
  school_id: string;
  user_id: string;
  act: PupilAct;
  class_id: string | null;
  reason: string | null;
}

interface GraduateTable {
  school_id: string;
  user_id: string;
  year: string;
  data_until: Timestamp;
}
