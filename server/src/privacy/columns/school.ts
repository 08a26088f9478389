import { sql } from "kysely";
import { NIGHTLY_RUN_DAYS, TRANSFER_DAYS } from "#contract";
import { nobodys, ownedBy, type Subject, sweptAfter, type TableData } from "../declare.ts";

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
    shares: [
      {
        rows: ({ id }) => sql<boolean>`created_by = ${id}`,
        erase: () => ({ created_by: sql`null` }),
        exported: false,
      },
    ],
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
    shares: ["drawn_by", "updated_by"].map((column) => ({
      rows: ({ id }: Subject) => sql<boolean>`${sql.ref(column)} = ${id}`,
      erase: () => ({ [column]: sql`null` }),
      exported: false as const,
    })),
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
    shares: [
      {
        rows: ({ id }: Subject) => sql<boolean>`head_user_id = ${id}`,
        erase: () => ({ head_user_id: sql`null` }),
        exported: false,
      },
    ],
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

export const RIGHTS_DATA = {
  right_grant: {
    name: "管理权限",
    shares: [
      ownedBy("user_id"),
      ...["given_by", "ended_by"].map((column) => ({
        rows: ({ id }: Subject) => sql<boolean>`${sql.ref(column)} = ${id}`,
        erase: () => ({ [column]: sql`null` }),
        exported: false as const,
      })),
    ],
    retention: sweptAfter(1095, "ended_at"),
    columns: {
      school: [
        "right_name",
        "bundle_id",
        "place_kind",
        "school_id",
        "part_id",
        "until",
        "created_at",
        "ended_at",
        "ended_why",
      ],
      technical: [
        "id",
        "user_id",
        "given_by",
        "ended_by",
        "rests_on_school_id",
        "rests_on_identity",
      ],
    },
  },
  right_review: {
    shares: [
      {
        rows: ({ id }) => sql<boolean>`confirmed_by = ${id}`,
        erase: () => ({ confirmed_by: sql`null` }),
        exported: false,
      },
    ],
    retention: "institution",
    columns: { technical: ["school_id", "term", "confirmed_by", "confirmed_at"] },
  },
  right_bundle: {
    shares: [
      {
        rows: ({ id }) => sql<boolean>`created_by = ${id}`,
        erase: () => ({ created_by: sql`null` }),
        exported: false,
      },
    ],
    retention: "institution",
    columns: {
      none: ["owner_school_id", "name", "sentence", "rights", "place_kinds", "retired_at"],
      technical: ["id", "created_by", "created_at"],
    },
  },
} as const satisfies Record<string, TableData>;

export const CHANGE_SET_DATA = {
  change_row: {
    name: "管理员对我的资料的变更",
    shares: [ownedBy("person_id")],
    retention: { days: 0, after: "undo_until of its set", sweptBy: "change-set/expire.ts" },
    columns: {
      identity: ["before", "after", "label", "words"],
      technical: ["set_id", "seq", "school_id", "table_key", "key", "person_id", "state", "note"],
    },
  },
  row_origin: {
    name: "我的资料由谁写入",
    shares: [
      ownedBy("person_id"),
      {
        // the relation to a child is noted with the child
        rows: ({ id }) => sql<boolean>`table_key = 'guardian' and strpos(row_key, ${id}) > 0`,
        erase: "delete",
        exported: false,
      },
      {
        rows: ({ id }) => sql<boolean>`by_id = ${id}`,
        erase: () => ({ by_id: sql`null` }),
        exported: false,
      },
    ],
    retention: "account",
    columns: {
      usage: ["field", "how", "at"],
      secret: ["by_id"],
      technical: ["table_key", "row_key", "person_id", "set_id"],
    },
  },
  change_set: {
    name: "管理变更",
    shares: [
      {
        rows: ({ id }) => sql<boolean>`strpos(input::text, ${id}) > 0`,
        erase: () => ({
          ...{ input: sql`null`, unmatched: sql`'{}'` },
          ...{ act: sql`'修改已注销的人的资料'`, sentence: sql`''` },
        }),
        exported: false,
      },
      ...["made_by", "approved_by", "refused_by"].map((column) => ({
        rows: ({ id }: Subject) => sql<boolean>`${sql.ref(column)} = ${id}`,
        erase: () => ({ [column]: sql`null` }),
        exported: false as const,
      })),
    ],
    retention: "institution",
    columns: {
      none: [
        "kind",
        "right_name",
        "state",
        "reason",
        "refusal",
        "guards",
        "row_count",
        "person_count",
        "applied_count",
        "undone_count",
        "outdated_count",
        "created_at",
        "applied_at",
        "undone_at",
        "undo_until",
        "undo_rows",
        "undo_overwrites",
        "source",
        "replaced_by",
        "apply_at",
        "by_operator",
      ],
      identity: ["act", "sentence"],
      technical: [
        ...["id", "school_id", "input", "unmatched", "made_by", "approved_by", "refused_by"],
      ],
    },
  },
} as const satisfies Record<string, TableData>;

export const INVITATION_DATA = {
  invitation: {
    name: "邀请码",
    shares: [
      { ...ownedBy("child_id"), exported: false },
      {
        rows: ({ id }) => sql<boolean>`created_by = ${id}`,
        // without its maker it would pass for an operator's, and work again
        erase: () => ({ created_by: sql`null`, revoked_at: sql`coalesce(revoked_at, expires_at)` }),
      },
    ],
    retention: sweptAfter(365, "expires_at"),
    columns: {
      usage: ["kind", "identity", "class_id", "max_uses", "used", "created_at", "expires_at"],
      family: ["child_id"],
      secret: ["code"],
      technical: ["school_id", "id", "created_by", "revoked_at"],
    },
  },
} as const satisfies Record<string, TableData>;

export const ROSTER_NIGHTLY_DATA = {
  roster_run: {
    shares: [],
    columns: {
      none: ["school_id", "by_hand", "started_at", "finished_at", "outcome", "sentence"],
      technical: ["id", "change_set_id"],
    },
    retention: sweptAfter(NIGHTLY_RUN_DAYS, "started_at"),
  },
  roster_place: nobodys(["source", "sourced_id", "school_id"]),
  roster_connection: {
    shares: [
      {
        rows: ({ id }: Subject) => sql<boolean>`updated_by = ${id}`,
        erase: () => ({ updated_by: sql`null` }),
        exported: false as const,
      },
    ],
    retention: "institution",
    columns: {
      none: [
        ...["school_id", "source", "version", "address", "token_address", "client_id", "scope"],
        ...["demographics", "org_id", "is_on", "hour", "weekdays", "days_without", "last_day"],
        "updated_at",
      ],
      secret: ["secret"],
      technical: ["updated_by"],
    },
  },
} as const satisfies Record<string, TableData>;

export const ROSTER_DATA = {
  roster_source: nobodys(["source", "bundle_id", "first_at"]),
  roster_bundle: nobodys(["id", "source", "base_id", "created_at"]),
  // the file as a whole; a person's rows are taken out of it by erase-from-roster.ts
  roster_file: {
    name: "学校名册",
    shares: [],
    retention: "institution",
    columns: { identity: ["content"], technical: ["bundle_id", "file"] },
  },
} as const satisfies Record<string, TableData>;

const DRAFT_DAYS = 7;

/** Tells whether a request for a pupil names the number or identity card of account `u`. */
const IS_ASKED_FOR = sql<boolean>`(u.id_hash = transfer_request.id_hash
  or upper(u.sourced_id) = upper(transfer_request.number))`;

export const ROSTER_IMPORT_DATA = {
  roster_draft_person: {
    name: "导入名册的草稿",
    shares: [{ rows: ({ id }) => sql<boolean>`${id} = any (user_ids)`, erase: "delete" }],
    retention: {
      days: DRAFT_DAYS,
      after: "created_at of its draft",
      old: (before) =>
        sql<boolean>`draft_id in (select d.id from roster_draft d where d.created_at < ${before})`,
    },
    columns: { identity: ["person"], technical: ["draft_id", "seq", "key", "user_ids"] },
  },
  roster_draft: {
    shares: [{ ...ownedBy("made_by"), exported: false }],
    retention: sweptAfter(DRAFT_DAYS, "created_at"),
    columns: {
      none: ["kind", "source", "class_answers", "created_at"],
      technical: ["id", "school_id", "made_by"],
    },
  },
  roster_answer: {
    name: "名册中认出我的记录",
    shares: [
      ownedBy("user_id"),
      {
        rows: ({ id }) => sql<boolean>`said_by = ${id}`,
        erase: () => ({ said_by: sql`null` }),
        exported: false,
      },
    ],
    retention: "account",
    columns: {
      school: ["school_id", "is_same", "said_at"],
      technical: ["key", "user_id", "said_by"],
    },
  },
  roster_column: nobodys(["school_id", "kind", "head", "meaning"]),
  transfer_request: {
    name: "转学请求",
    shares: [
      {
        rows: ({
          id,
        }) => sql<boolean>`exists (select from "user" u where u.id = ${id} and u.name = transfer_request.name
          and ${IS_ASKED_FOR})`,
        erase: "delete",
      },
      {
        // the number is this person's, but the name may be of a pupil for whom it was mistyped
        rows: ({ id }) =>
          sql<boolean>`exists (select from "user" u where u.id = ${id} and ${IS_ASKED_FOR})`,
        erase: "delete",
        exported: false,
      },
      {
        rows: ({ id }) => sql<boolean>`said_by = ${id}`,
        erase: () => ({ said_by: sql`null` }),
        exported: false,
      },
    ],
    retention: sweptAfter(TRANSFER_DAYS, "said_at"),
    columns: {
      identity: ["name", "number"],
      school: ["school_id", "class_id", "is_transfer", "said_at", "declined_at"],
      secret: ["id_hash"],
      technical: ["id", "key", "said_by", "transfer_id"],
    },
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
