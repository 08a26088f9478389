/** Tables that change sets write, with the columns that they may set and their names for people. */

interface WrittenTable {
  table: string;
  key: readonly string[];
  columns: readonly string[];
  /** Names a row, for people. */
  name: string;
  /** Columns that people are shown, in order. */
  shown: Readonly<Record<string, string>>;
}

export const WRITTEN = {
  membership: {
    table: "membership",
    key: ["school_id", "user_id", "identity"],
    columns: ["is_abled", "sort", "source", "until", "created_at"],
    name: "身份",
    shown: { school_id: "学校", identity: "身份", is_abled: "状态", until: "到期" },
  },
  user: {
    table: "user",
    key: ["id"],
    columns: [
      ...["account", "name", "gender", "birth_date", "admission_time", "is_abled", "mobile"],
      ...["sourced_id", "email", "id_hash", "source", "identity", "school_id"],
    ],
    name: "资料",
    shown: {
      name: "姓名",
      account: "账号",
      mobile: "手机号",
      email: "邮箱",
      sourced_id: "学号或工号",
      gender: "性别",
      birth_date: "出生日期",
      admission_time: "入学日期",
      is_abled: "登录",
    },
  },
  person_lock: {
    table: "person_lock",
    key: ["user_id"],
    columns: ["until", "reason", "locked_by", "locked_at", "merged_into"],
    name: "锁定",
    shown: { reason: "原因", until: "到期" },
  },
  class: {
    table: "class",
    key: ["school_id", "id"],
    columns: ["name", "grade_id", "stage_id", "sort", "is_abled", "source", "sourced_id"],
    name: "班级",
    shown: { name: "名称", grade_id: "年级", stage_id: "学段", is_abled: "状态" },
  },
  class_student: {
    table: "class_student",
    key: ["school_id", "class_id", "user_id"],
    columns: ["source"],
    name: "班级学生",
    shown: { class_id: "班级" },
  },
  class_teacher: {
    table: "class_teacher",
    key: ["school_id", "class_id", "user_id", "subject_id"],
    columns: ["is_head", "source"],
    name: "任课",
    shown: { class_id: "班级", subject_id: "学科", is_head: "班主任" },
  },
  graduate: {
    table: "graduate",
    key: ["school_id", "user_id", "year"],
    columns: ["data_until"],
    name: "毕业",
    shown: { year: "哪一年", data_until: "个人数据保留到" },
  },
  people_group_member: {
    table: "people_group_member",
    key: ["school_id", "group_id", "user_id"],
    columns: [],
    name: "群组",
    shown: { group_id: "群组" },
  },
  guardian: {
    table: "guardian",
    key: ["child_id", "user_id"],
    columns: ["relation", "source"],
    name: "监护关系",
    shown: { child_id: "孩子", relation: "关系" },
  },
  school: {
    table: "school",
    key: ["id"],
    columns: [
      ...["name", "stage_ids", "logo", "is_abled", "kind", "parent_id"],
      ...["source", "sourced_id"],
    ],
    name: "学校",
    shown: {
      name: "名称",
      stage_ids: "学段",
      logo: "标志",
      parent_id: "所在区域",
      is_abled: "状态",
    },
  },
  subject: {
    table: "subject",
    key: ["id"],
    columns: ["name", "sort"],
    name: "学科",
    shown: { name: "名称" },
  },
  timetable: {
    table: "timetable",
    key: ["school_id"],
    columns: ["first_day", "last_day"],
    name: "学期",
    shown: { first_day: "第一天", last_day: "最后一天" },
  },
  timetable_lesson: {
    table: "timetable_lesson",
    key: ["school_id", "class_id", "slot"],
    columns: [
      ...["weekday", "period", "weeks", "starts", "ends", "subject"],
      ...["teacher_id", "teacher", "room"],
    ],
    name: "课",
    shown: { subject: "科目", teacher: "教师", starts: "开始", ends: "结束", room: "教室" },
  },
  roster_source: {
    table: "roster_source",
    key: ["source"],
    columns: ["bundle_id"],
    name: "名册来源",
    shown: {},
  },
} as const satisfies Record<string, WrittenTable>;

export type TableKey = keyof typeof WRITTEN;

/** Returns how change sets write the table; throws for one that is not in `WRITTEN`. */
export function writtenTable(key: string): WrittenTable {
  const found = (WRITTEN as Readonly<Record<string, WrittenTable>>)[key];
  if (found === undefined) throw new Error(`change sets do not write ${key}`);
  return found;
}
