import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { ChangeSource } from "./change-set.ts";
import {
  RosterCorrection,
  RosterDropped,
  RosterFault,
  RosterKind,
  RosterMapping,
  RosterSheet,
} from "./roster-file.ts";
import { GRADES } from "./stage.ts";
import { Id, Nullable } from "./schema.ts";

/**
 * Importing a roster that was dropped in the page (RO-01…06): the file is read without being kept, the people it names
 * are matched with those of the school, and a change set is planned from them.
 */

/** The days for which what was read of a file is kept, to plan and apply the change from. */
export const ROSTER_DRAFT_DAYS = 7;
/** The most bytes of a file. */
export const ROSTER_FILE_BYTES = 20 * 1024 * 1024;
/** Faults that are listed; there may be more. */
export const ROSTER_FAULTS_LISTED = 5000;

const closed = { additionalProperties: false };

const File = {
  school_id: Id,
  kind: RosterKind,
  name: Type.String({ minLength: 1, maxLength: 200, description: "文件名" }),
  file: Type.String({ minLength: 1, description: "文件的内容，base64；读过就丢弃，不保存" }),
  mapping: Type.Optional(Type.Array(RosterMapping, { maxItems: 100 })),
  corrections: Type.Optional(Type.Array(RosterCorrection, { maxItems: 10_000 })),
};

/** Reads a file without keeping it. Where it has no faults, what was read is kept as a draft for a few days. */
export const readRoster = declareCall({
  method: "POST",
  keepsNothing: true,
  path: "/dt-platform/v1/administration/roster/read",
  who: { right: "roster.import" },
  summary: "读一份名册文件：表头、列的对应、每一处问题；没有问题时留作草稿",
  feature: "roster-import",
  input: Type.Object(File, closed),
  answer: Type.Object({
    sheets: Type.Array(RosterSheet),
    faults: Type.Array(RosterFault, { description: `最多 ${ROSTER_FAULTS_LISTED} 处` }),
    fault_count: Type.Integer({ description: "须改正的问题，不含提醒" }),
    warning_count: Type.Integer({ description: "提醒" }),
    dropped: Type.Array(RosterDropped, { description: "没有读取的列" }),
    people: Type.Integer({ description: "读出的人数" }),
    draft_id: Nullable(Type.String({ description: "草稿；有须改正的问题时为 null" })),
  }),
});

/** A fault of a OneRoster bundle, at its place. */
export const OneRosterFault = Type.Object({
  file: Type.String({ description: "包里的文件，如 users.csv" }),
  line: Nullable(Type.Integer({ description: "第几行，表头是 1；整个文件为 null" })),
  column: Nullable(Type.String({ description: "列名；整行为 null" })),
  message: Type.String({ description: "哪里不对，怎么改" }),
});
export type OneRosterFault = Static<typeof OneRosterFault>;

/**
 * Reads a OneRoster zip, checks it whole, and plans the change that makes its source's people and classes what it says. It
 * names its schools itself: all of them must lie where the caller may import.
 */
export const readOneRoster = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/roster/one-roster",
  who: { right: "roster.import" },
  summary: "读一份 OneRoster 数据包，没有问题时计划变更",
  feature: "roster-import",
  input: Type.Object({ name: File.name, file: File.file }, closed),
  answer: Type.Object({
    source: Type.String({ description: "名册来源的代码" }),
    rows: Type.Integer({ description: "读出的行数" }),
    faults: Type.Array(OneRosterFault, { description: "每个文件最多 50 处" }),
    fault_count: Type.Integer({ description: "须改正的问题的数量" }),
    change_id: Nullable(Type.String({ description: "计划出的变更；有问题或没有变化时为 null" })),
  }),
});

/** Returns the same file with its faults marked in it. */
export const markRoster = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/roster/mark",
  who: { right: "roster.import" },
  summary: "把问题标在同一份文件里",
  feature: "roster-import",
  input: Type.Object(File, closed),
  answer: Type.Object({
    name: Type.String({ description: "文件名" }),
    file: Type.String({ description: "xlsx，base64" }),
  }),
});

export const readRosterTemplate = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/roster/template",
  who: { right: "roster.import" },
  summary: "名册的模板",
  feature: "roster-import",
  input: Type.Object({ kind: RosterKind }, closed),
  answer: Type.Object({
    name: Type.String({ description: "文件名" }),
    file: Type.String({ description: "xlsx，base64" }),
  }),
});

/** Somebody of the school who may be the person of a line. */
export const RosterCandidate = Type.Object({
  user_id: Id,
  name: Type.String(),
  account: Type.String(),
  number: Nullable(Type.String({ description: "学号或工号" })),
  birth_date: Nullable(Type.String()),
  class_name: Type.String({ description: "不在班里的人为空" }),
  is_present: Type.Boolean({ description: "现在在校；离校的人为 false" }),
  why: Type.String({ description: "为什么可能是同一个人" }),
});
export type RosterCandidate = Static<typeof RosterCandidate>;

/** A line whose person is not certain, with a proposal (RO-05). */
export const RosterAsk = Type.Object({
  seq: Type.Integer({ description: "草稿里的第几人，从 0 数" }),
  sheet: Type.String(),
  row: Type.Integer(),
  name: Type.String(),
  number: Nullable(Type.String()),
  birth_date: Nullable(Type.String()),
  class_name: Type.String({ description: "文件里的班级；没有为空" }),
  candidates: Type.Array(RosterCandidate),
  proposal: Nullable(Type.String({ description: "建议认作谁；是另一个人为 null" })),
});
export type RosterAsk = Static<typeof RosterAsk>;

/** A pupil who is new to a class that the school knows: they may come from another school (RO-05). */
export const RosterArrival = Type.Object({
  seq: Type.Integer({ description: "草稿里的第几人，从 0 数" }),
  row: Type.Integer(),
  name: Type.String(),
  number: Nullable(Type.String()),
  class_name: Type.String(),
  proposal: Type.Boolean({ description: "建议认作转来的学生" }),
});
export type RosterArrival = Static<typeof RosterArrival>;

/**
 * A class of the file that the school does not have: it is made, is another one that was renamed, or, in a file of teachers, one that was
 * typed wrong.
 */
export const RosterNewClass = Type.Object({
  key: Type.String(),
  name: Type.String({ description: "将要用的名称" }),
  grade_id: Nullable(Type.String({ description: "看不出年级为 null，须选一个" })),
  pupils: Type.Integer({ description: "文件里有多少学生" }),
  first: Type.Object(
    { sheet: Type.String(), row: Type.Integer(), name: Type.String() },
    { description: "文件里第一处写到它的行和姓名" },
  ),
  near: Type.Array(Type.Object({ class_id: Id, name: Type.String() }), {
    description: "教师名册：学校里名称只差一点的班级，可能是写错了；答作其中一个时不改名",
  }),
  is_open: Type.Boolean({ description: "要问：是哪一个班，还是新建" }),
  proposal: Nullable(
    Type.Object(
      { class_id: Id, name: Type.String(), pupils: Type.Integer() },
      { description: "多半学生现在所在的班级：可能只是改了名" },
    ),
  ),
  answer: Nullable(
    Type.Object({
      class_id: Nullable(Type.String({ description: "是哪一个班；新建为 null" })),
      grade_id: Nullable(Type.String()),
    }),
  ),
});
export type RosterNewClass = Static<typeof RosterNewClass>;

export const RosterDraft = Type.Object({
  draft_id: Id,
  school_id: Id,
  kind: RosterKind,
  source: ChangeSource,
  people: Type.Integer({ description: "文件里的人数" }),
  found: Type.Integer({ description: "已经在学校里的人数" }),
  made: Type.Integer({ description: "将要新建的人数，不含监护人" }),
  asks: Type.Array(RosterAsk),
  arrivals: Type.Array(RosterArrival, {
    description:
      "插到现有班级里的新学生：是新建账号，还是从别的学校转来。只看本校和这份文件，不表示平台上有没有这个人",
  }),
  waiting: Type.Integer({ description: "等原来的学校放行、这次不建账号的人数" }),
  classes: Type.Array(RosterNewClass, {
    description: "学校里没有的班级：先是要问的，至多 500 个，答完再问其余的",
  }),
  later: Type.Integer({ description: "答完这些以后还要问的人和班级，一共几个" }),
  grade_ids: Type.Array(Type.String(), {
    description: "学校的学段里的年级；没有设学段的学校是全部年级",
  }),
  gone: Type.Object(
    { classes: Type.Integer(), school: Type.Integer() },
    { description: "不在文件里的人：文件所含班级的、全校的" },
  ),
  is_ready: Type.Boolean({ description: "没有要问的了，可以计划变更" }),
});
export type RosterDraft = Static<typeof RosterDraft>;

export const readRosterDraft = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/roster/draft",
  who: { right: "roster.import" },
  summary: "一份名册草稿：认出了谁，还要问什么",
  feature: "roster-import",
  input: Type.Object({ draft_id: Id }, closed),
  answer: RosterDraft,
});

/** Answers who is who, and which class is which; answers about people are kept for the next file (RO-05). */
export const answerRosterDraft = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/roster/answer",
  who: { right: "roster.import" },
  summary: "回答名册里谁是谁、哪个班是哪个班",
  feature: "roster-import",
  input: Type.Object(
    {
      draft_id: Id,
      people: Type.Optional(
        Type.Array(
          Type.Object({ seq: Type.Integer({ minimum: 0 }), user_id: Nullable(Id) }, closed),
          { maxItems: 5000 },
        ),
      ),
      arrivals: Type.Optional(
        Type.Array(
          Type.Object(
            {
              seq: Type.Integer({ minimum: 0 }),
              is_transfer: Type.Boolean({ description: "从别的学校转来：请原来的学校放行" }),
            },
            closed,
          ),
          { maxItems: 5000, description: "新来的学生是不是从别的学校转来" },
        ),
      ),
      classes: Type.Optional(
        Type.Array(
          Type.Object(
            {
              key: Type.String({ minLength: 1, maxLength: 200 }),
              class_id: Nullable(Id),
              grade_id: Type.Optional(Type.Enum(GRADES.map(({ id }) => id))),
            },
            closed,
          ),
          { maxItems: 500 },
        ),
      ),
    },
    closed,
  ),
  answer: RosterDraft,
});

/** People whom an import has made and who have no password yet, for the sheets (RO-06): none comes twice. */
export const readRosterAccounts = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/roster/accounts",
  who: { right: "roster.import" },
  summary: "一次导入新建的账号里，还没有密码的人",
  feature: "roster-import",
  input: Type.Object({ change_id: Id }, closed),
  answer: Type.Object({
    made: Type.Integer({ description: "新建的账号数，已经去了别的学校的不算" }),
    waiting: Type.Array(Type.Object({ id: Id, name: Type.String() }), {
      description: "还没有密码的人，按密码条的次序：学生按班级，再是家长",
    }),
  }),
});
