import type { Plan } from "./plan-rows.ts";
import type { TableShape } from "./sync-table.ts";

/** The tables with a source, referenced ones before those that refer to them. */
export const TABLE_SHAPES = {
  school: {
    table: "school",
    key: ["id"],
    columns: {
      id: "text",
      sourced_id: "text",
      kind: "text",
      parent_id: "text",
      name: "text",
      stage_ids: "text[]",
      is_abled: "boolean",
    },
    ends: "disable",
    isStamped: true,
  },
  user: {
    table: "user",
    key: ["id"],
    columns: {
      id: "text",
      sourced_id: "text",
      account: "text",
      name: "text",
      mobile: "text",
      email: "text",
      gender: "text",
      birth_date: "date",
      admission_time: "date",
      is_abled: "boolean",
      identity: "text",
      school_id: "text",
      password_hash: "text",
      must_change_password: "boolean",
    },
    startsWith: ["identity", "school_id"],
    givenOnce: ["password_hash", "must_change_password"],
    ends: "stay",
    isStamped: true,
  },
  membership: {
    table: "membership",
    key: ["school_id", "user_id", "identity"],
    columns: {
      school_id: "text",
      user_id: "text",
      identity: "text",
      is_abled: "boolean",
      sort: "integer",
    },
    ends: "disable",
  },
  class: {
    table: "class",
    key: ["school_id", "id"],
    columns: {
      school_id: "text",
      id: "text",
      sourced_id: "text",
      name: "text",
      grade_id: "text",
      stage_id: "text",
      sort: "integer",
      is_abled: "boolean",
    },
    ends: "disable",
  },
  class_student: {
    table: "class_student",
    key: ["school_id", "class_id", "user_id"],
    columns: { school_id: "text", class_id: "text", user_id: "text" },
    ends: "delete",
  },
  class_teacher: {
    table: "class_teacher",
    key: ["school_id", "class_id", "user_id", "subject_id"],
    columns: {
      school_id: "text",
      class_id: "text",
      user_id: "text",
      subject_id: "text",
      is_head: "boolean",
    },
    ends: "delete",
  },
  guardian: {
    table: "guardian",
    key: ["child_id", "user_id"],
    columns: { child_id: "text", user_id: "text", relation: "text" },
    ends: "delete",
  },
} as const satisfies Record<Exclude<keyof Plan, "subject">, TableShape>;

export type Kind = keyof typeof TABLE_SHAPES;
export const KINDS = Object.keys(TABLE_SHAPES) as Kind[];

export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  school: "机构",
  user: "人员",
  membership: "身份",
  class: "班级",
  class_student: "班级学生",
  class_teacher: "任课",
  guardian: "家长关系",
};
