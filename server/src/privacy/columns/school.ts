import { sql } from "kysely";
import { nobodys, notedIn, ownedBy, type TableData } from "../declare.ts";

export const SCHOOL_DATA = {
  school: nobodys([
    "id",
    "kind",
    "parent_id",
    "name",
    "logo",
    "leaver_days",
    "stage_ids",
    "is_abled",
    "source",
    "sourced_id",
    "created_at",
    "updated_at",
  ]),
  subject: nobodys(["id", "name", "sort"]),
  class: nobodys([
    "school_id",
    "id",
    "name",
    "grade_id",
    "stage_id",
    "sort",
    "is_abled",
    "source",
    "sourced_id",
  ]),
  membership: {
    name: "所在学校与身份",
    shares: [ownedBy("user_id")],
    retention: "account",
    columns: {
      school: ["school_id", "identity", "is_abled", "until", "created_at"],
      technical: ["user_id", "sort", "source"],
    },
  },
  class_student: {
    name: "所在班级",
    shares: [ownedBy("user_id")],
    retention: "account",
    columns: { school: ["school_id", "class_id"], technical: ["user_id", "source"] },
  },
  class_teacher: {
    name: "任教班级",
    shares: [ownedBy("user_id")],
    retention: "account",
    columns: {
      school: ["school_id", "class_id", "subject_id", "is_head"],
      technical: ["user_id", "source"],
    },
  },
  timetable: nobodys(["school_id", "first_day", "last_day"]),
  timetable_lesson: {
    name: "课程表上的课",
    shares: [
      {
        rows: ({ id }) => sql<boolean>`teacher_id = ${id}`,
        // the lesson is the class's
        erase: () => ({ teacher_id: sql`null`, teacher: sql`''` }),
      },
    ],
    retention: "institution",
    columns: {
      school: [
        ...["school_id", "class_id", "weekday", "period", "weeks", "starts", "ends"],
        ...["subject", "teacher", "room"],
      ],
      technical: ["slot", "teacher_id"],
    },
  },
  calendar_address: {
    name: "课程表的日历地址",
    shares: [ownedBy("user_id"), { ...ownedBy("subject_id"), exported: false }],
    retention: "account",
    columns: {
      usage: ["made_at"],
      secret: ["secret_hash"],
      technical: ["school_id", "user_id", "identity", "subject_id"],
    },
  },
  guardian: {
    name: "家长与孩子的关系",
    shares: [
      { rows: ({ id }) => sql<boolean>`child_id = ${id} or user_id = ${id}`, erase: "delete" },
    ],
    retention: "account",
    columns: { family: ["child_id", "user_id", "relation"], technical: ["source"] },
  },
} as const satisfies Record<string, TableData>;

export const GROUP_DATA = {
  people_group: {
    shares: [notedIn("created_by")],
    retention: "institution",
    columns: {
      none: [
        ...["school_id", "name", "description", "kind", "identities", "grade_ids", "class_ids"],
        ...["subject_ids", "part", "updated_at", "retired_at"],
      ],
      technical: ["id", "created_by", "created_at"],
    },
  },
  people_group_member: {
    name: "所在的群组",
    shares: [ownedBy("user_id")],
    retention: "account",
    columns: { school: ["school_id", "group_id"], technical: ["user_id"] },
  },
} as const satisfies Record<string, TableData>;

export const SCHOOL_YEAR_DATA = {
  school_year_plan: {
    shares: ["drawn_by", "updated_by"].map(notedIn),
    retention: "institution",
    columns: {
      none: [
        ...["school_id", "year", "version", "school_system", "names", "continues"],
        ...["effective_at", "pause_from", "pause_until", "take_along_days", "draw_seed"],
        ...["draw_hash", "draw_count", "draw_grade_id", "drawn_at", "updated_at"],
      ],
      technical: ["id", "change_set_id", "drawn_by", "updated_by"],
    },
  },
  school_year_class: {
    shares: [notedIn("head_user_id")],
    retention: "institution",
    columns: {
      none: [
        ...["school_id", "class_id", "is_new", "sort", "act", "into_class_id", "name"],
        ...["grade_id", "stage_id", "sets_head", "clears_teachers"],
      ],
      technical: ["plan_id", "head_user_id"],
    },
  },
  school_year_pupil: {
    name: "新学年的安排",
    shares: [ownedBy("user_id")],
    retention: "account",
    columns: {
      school: ["school_id", "act", "class_id", "reason"],
      technical: ["plan_id", "user_id"],
    },
  },
  graduate: {
    name: "毕业",
    shares: [ownedBy("user_id")],
    retention: "account",
    columns: { school: ["school_id", "year", "data_until"], technical: ["user_id"] },
  },
} as const satisfies Record<string, TableData>;

export const AGREEMENT_DATA = {
  agreement: nobodys(["id", "type", "version", "title", "content", "effective_at"]),
  consent: {
    name: "同意过的协议",
    shares: [ownedBy("user_id")],
    retention: "account",
    columns: { usage: ["type", "version", "agreed_at"], technical: ["user_id", "given_by"] },
  },
} as const satisfies Record<string, TableData>;
