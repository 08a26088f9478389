import { Type, type Static } from "typebox";
import { GRADES, STAGES } from "./stage.ts";
import { ROSTER_GUARDIANS } from "./reading-limits.ts";
import { Nullable } from "./schema.ts";

/**
 * Reading of a dropped roster file (RO-01…04): the sheets with their heads, the columns' meanings, and the rows as
 * people. Cells of columns that nobody needs, and identity-card numbers, are in none of these.
 */

/** Meanings of a column, each with its name for people; a guardian's columns are numbered by their order in the sheet. */
export const ROSTER_FIELDS = {
  name: "姓名",
  gender: "性别",
  birth_date: "出生日期",
  number: "学籍号",
  school_number: "学号",
  staff_number: "工号",
  id_card: "身份证号",
  id_type: "证件类型",
  account: "账号",
  mobile: "手机号",
  email: "邮箱",
  stage: "学段",
  grade: "年级",
  class: "班级",
  admission_date: "入学日期",
  identity: "身份",
  teaches: "任教班级",
  subject: "任教学科",
  heads: "班主任班级",
  guardian_name: "监护人姓名",
  guardian_relation: "监护人关系",
  guardian_mobile: "监护人手机号",
} as const;
export type RosterField = keyof typeof ROSTER_FIELDS;
const FIELDS = Object.keys(ROSTER_FIELDS) as RosterField[];

/** A column's meaning; `guardian` is 1 for the first guardian's columns. */
export const ColumnMeaning = Type.Object(
  {
    field: Type.Enum(FIELDS),
    guardian: Type.Optional(Type.Integer({ minimum: 1, maximum: ROSTER_GUARDIANS })),
  },
  { additionalProperties: false },
);
export type ColumnMeaning = Static<typeof ColumnMeaning>;

export const RosterColumn = Type.Object({
  index: Type.Integer({ description: "第几列，从 0 数" }),
  letter: Type.String({ description: "列号，如 C" }),
  head: Type.String({ description: "表头；两行的表头用空格连起" }),
  meaning: Nullable(ColumnMeaning),
  why: Nullable(
    Type.Enum(["remembered", "head", "cells"], {
      description:
        "对应关系从哪里来：上次记下的（不需要也会记下）、表头、单元格的样子；没有为 null",
    }),
  ),
  samples: Type.Array(Type.String(), { description: "开头几格；不需要的列和身份证号没有" }),
});
export type RosterColumn = Static<typeof RosterColumn>;

/** People whom a roster lists. */
export const RosterKind = Type.Enum(["student", "teacher"]);
export type RosterKind = Static<typeof RosterKind>;

/** The kind of roster that a sheet's heads say it is, where it is read as the other. */
export const OtherRosterKind = Type.Object(
  {
    kind: RosterKind,
    heads: Type.Array(Type.String(), { description: "凭这些表头" }),
  },
  { description: "看起来是另一种名册；不像为 null" },
);
export type OtherRosterKind = Static<typeof OtherRosterKind>;

export const RosterSheet = Type.Object({
  name: Type.String({ description: "工作表名；csv 为文件名" }),
  head_row: Nullable(Type.Integer({ description: "表头的末行，从 1 数；没找到表头为 null" })),
  row_count: Type.Integer({ description: "表头以下有内容的行数" }),
  is_hidden: Type.Boolean({ description: "隐藏的工作表；不读" }),
  is_left_out: Type.Boolean({ description: "没有读：有人选了不要，或没有找到表头而别的表有" }),
  seems: Nullable(OtherRosterKind),
  columns: Type.Array(RosterColumn),
});
export type RosterSheet = Static<typeof RosterSheet>;

/** Columns of one sheet as a person corrected them; `columns` names only what differs from the proposal. */
export const RosterMapping = Type.Object(
  {
    sheet: Type.String(),
    is_left_out: Type.Optional(Type.Boolean()),
    head_row: Type.Optional(
      Nullable(Type.Integer({ minimum: 1, description: "表头的末行，从 1 数；没有表头为 null" })),
    ),
    columns: Type.Optional(
      Type.Array(
        Type.Object(
          { index: Type.Integer({ minimum: 0 }), meaning: Nullable(ColumnMeaning) },
          { additionalProperties: false },
        ),
        { maxItems: 500 },
      ),
    ),
  },
  { additionalProperties: false },
);
export type RosterMapping = Static<typeof RosterMapping>;

/** A cell that a person corrected in the page; it stands in place of the file's. */
export const RosterCorrection = Type.Object(
  {
    sheet: Type.String(),
    row: Type.Integer({ minimum: 1, description: "第几行，从 1 数" }),
    index: Type.Integer({ minimum: 0, description: "第几列，从 0 数" }),
    value: Type.String({ maxLength: 500 }),
  },
  { additionalProperties: false },
);
export type RosterCorrection = Static<typeof RosterCorrection>;

/** A column that nobody needs: it was dropped when the file was read. */
export const RosterDropped = Type.Object({
  sheet: Type.String(),
  letter: Type.String({ description: "列号，如 C" }),
  head: Type.String(),
});
export type RosterDropped = Static<typeof RosterDropped>;

/** A fault in a file, at its cell. */
export const RosterFault = Type.Object({
  sheet: Type.String(),
  row: Nullable(Type.Integer({ description: "第几行，从 1 数；整张表为 null" })),
  column: Nullable(Type.String({ description: "列号，如 C；整行为 null" })),
  head: Nullable(Type.String()),
  field: Nullable(Type.Enum(FIELDS)),
  name: Nullable(
    Type.String({ description: "这一行上的姓名；整张表、没有姓名或问题就在姓名上时为 null" }),
  ),
  message: Type.String({ description: "哪里不对，怎么改" }),
  is_warning: Type.Boolean({ description: "只是提醒，不妨碍导入" }),
});
export type RosterFault = Static<typeof RosterFault>;

const Day = Type.String({ format: "date" });

/** One person of a sheet, as read: values are normalised, and absent where the sheet has none. */
export const RosterPerson = Type.Object({
  sheet: Type.String(),
  row: Type.Integer(),
  identity: Type.Enum(["student", "teacher"]),
  name: Type.String(),
  gender: Type.Optional(Type.Enum(["male", "female"])),
  birth_date: Type.Optional(Day),
  number: Type.Optional(
    Type.String({ description: "J、L 开头的或地方的学籍号；G 开头的含身份证号，只留散列" }),
  ),
  number_kind: Type.Optional(
    Type.Enum(["formal", "temporary", "local"], {
      description: "学籍号是正式的（G、J）、临时的（L）还是地方的",
    }),
  ),
  school_number: Type.Optional(Type.String({ description: "学号" })),
  staff_number: Type.Optional(Type.String({ description: "工号" })),
  id_hash: Type.Optional(Type.String({ description: "身份证号的带密钥的散列，只用来比对" })),
  account: Type.Optional(Type.String()),
  mobile: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  admission_date: Type.Optional(Day),
  stage_id: Type.Optional(Type.Enum(STAGES.map(({ id }) => id))),
  grade_id: Type.Optional(Type.Enum(GRADES.map(({ id }) => id))),
  class_name: Type.Optional(Type.String({ description: "如 三年级2班；有自己名称的班照原样" })),
  class_number: Type.Optional(Type.Integer({ description: "年级里的第几班" })),
  teaches: Type.Array(
    Type.Object({
      class_name: Type.String(),
      grade_id: Type.Optional(Type.Enum(GRADES.map(({ id }) => id))),
      subject: Type.String(),
    }),
  ),
  heads: Type.Array(Type.String({ description: "任班主任的班级" })),
  guardians: Type.Array(
    Type.Object({
      name: Type.String(),
      relation: Type.Optional(Type.String()),
      mobile: Type.Optional(Type.String()),
    }),
  ),
});
export type RosterPerson = Static<typeof RosterPerson>;
