import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { StageId } from "./class-change.ts";
import { GRADES } from "./stage.ts";
import { Id, Nullable } from "./schema.ts";

/** The turn of a school year: every class moves up, the last grade leaves, first-years come (YR-01…03). */

/** Years that a school's stages take: six of primary and three of junior school, or five and four. */
export const SCHOOL_SYSTEMS = ["6-3", "5-4"] as const;
export type SchoolSystem = (typeof SCHOOL_SYSTEMS)[number];
export const SCHOOL_SYSTEM_NAMES: Readonly<Record<SchoolSystem, string>> = {
  "6-3": "六三制：小学六年，初中三年",
  "5-4": "五四制：小学五年，初中四年",
};

/** Rules for class names after the turn: by grade (三年级3班), by year of entry (2026级3班), or as they are. */
export const CLASS_NAME_RULES = ["grade", "cohort", "keep"] as const;
export type ClassNameRule = (typeof CLASS_NAME_RULES)[number];
export const CLASS_NAME_RULE_NAMES: Readonly<Record<ClassNameRule, string>> = {
  grade: "按年级：三年级3班",
  cohort: "按入学年：2026级3班",
  keep: "名称不变",
};

/** Outcomes of a class: it moves up, leaves the school, stays in its grade, or goes into another class. */
export const CLASS_ACTS = ["up", "graduate", "stay", "merge"] as const;
export type ClassAct = (typeof CLASS_ACTS)[number];
export const CLASS_ACT_NAMES: Readonly<Record<ClassAct, string>> = {
  up: "升级",
  graduate: "毕业",
  stay: "留在原年级",
  merge: "并入别的班",
};

/** Decisions about a single pupil, who else shares the outcome of the class. */
export const PUPIL_ACTS = ["move", "repeat", "graduate", "stay"] as const;
export type PupilAct = (typeof PUPIL_ACTS)[number];

/** Outcomes of a pupil: each enrolled pupil has exactly one. */
export const PUPIL_OUTCOMES = ["up", "repeat", "graduate", "stay", "new"] as const;
export type PupilOutcome = (typeof PUPIL_OUTCOMES)[number];
export const PUPIL_OUTCOME_NAMES: Readonly<Record<PupilOutcome, string>> = {
  up: "升级",
  repeat: "留级",
  graduate: "毕业",
  stay: "不变",
  new: "新编入",
};

const CLOSED = { additionalProperties: false };
const GradeId = Type.Enum(GRADES.map(({ id }) => id));
const Reason = Type.String({ minLength: 1, maxLength: 100 });
/** Names a new class within its plan, before it exists. */
export const NEW_CLASS_KEY = "^new-[0-9]{1,3}$";

/** Rules that a plan goes by. */
export const YearRules = Type.Object(
  {
    year: Type.Integer({ minimum: 2000, maximum: 2100, description: "新学年从哪一年开始" }),
    system: Type.Enum([...SCHOOL_SYSTEMS]),
    names: Type.Enum([...CLASS_NAME_RULES]),
    continues: Type.Boolean({ description: "小学毕业年级在本校直接升入初中（九年一贯制）" }),
  },
  CLOSED,
);
export type YearRules = Static<typeof YearRules>;

/** A decision about a class that is otherwise as the rules say. */
export const ClassDecision = Type.Object(
  {
    class_id: Id,
    act: Type.Optional(Type.Enum([...CLASS_ACTS])),
    into_class_id: Type.Optional(Id),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
    head_user_id: Type.Optional(
      Nullable(
        Type.String({
          minLength: 1,
          maxLength: 64,
          description: "新的班主任；null 为暂不安排；不写则不变",
        }),
      ),
    ),
    clears_teachers: Type.Optional(
      Type.Boolean({ description: "任课老师不随班，开学后重新安排；班主任另算" }),
    ),
  },
  CLOSED,
);
export type ClassDecision = Static<typeof ClassDecision>;

export const NewClass = Type.Object(
  {
    class_id: Type.String({ pattern: NEW_CLASS_KEY }),
    grade_id: GradeId,
    stage_id: StageId,
    name: Type.String({ minLength: 1, maxLength: 40 }),
    head_user_id: Type.Optional(Id),
  },
  CLOSED,
);
export type NewClass = Static<typeof NewClass>;

/** A decision about one pupil; `class_id` is a class of the school or a new one of the plan. */
export const PupilDecision = Type.Object(
  {
    user_id: Id,
    act: Type.Enum([...PUPIL_ACTS]),
    class_id: Type.Optional(Id),
    reason: Type.Optional(Reason),
  },
  CLOSED,
);
export type PupilDecision = Static<typeof PupilDecision>;

/** Everything that people decide about a turn; the same decisions on the same school give the same plan. */
export interface YearDecisions {
  rules: YearRules;
  classes: readonly ClassDecision[];
  new_classes: readonly NewClass[];
  pupils: readonly PupilDecision[];
}

/** Days for which graduates' own data is kept at least, whatever the school's retention rule (YR-03). */
export const MIN_TAKE_ALONG_DAYS = 30;
export const MAX_TAKE_ALONG_DAYS = 365;

const Times = {
  effective_at: Type.String({ format: "date-time", description: "何时生效" }),
  pause_from: Type.String({ format: "date-time", description: "从何时起，夜间导入暂停" }),
  pause_until: Type.String({ format: "date-time", description: "到何时，夜间导入恢复" }),
  take_along_days: Type.Integer({
    minimum: MIN_TAKE_ALONG_DAYS,
    maximum: MAX_TAKE_ALONG_DAYS,
    description: "毕业生的个人数据至少保留多少天",
  }),
};
/** The days of a turn: when it takes effect, while imports pause, and for how long graduates may take their data along. */
export const YearTimes = Type.Object(Times, CLOSED);
export type YearTimes = Static<typeof YearTimes>;

/** The most classes and pupils about whom one plan decides. */
const MAX_CLASSES = 500;
const MAX_PUPILS = 6000;

const Decisions = {
  rules: YearRules,
  classes: Type.Array(ClassDecision, { maxItems: MAX_CLASSES }),
  new_classes: Type.Array(NewClass, { maxItems: MAX_CLASSES }),
  pupils: Type.Array(PupilDecision, { maxItems: MAX_PUPILS }),
};

const GenderSchema = Nullable(Type.Enum(["male", "female"]));

/** A pupil with what becomes of them. */
export const YearPupil = Type.Object({
  user_id: Id,
  name: Type.String(),
  account: Type.String({ description: "账号，用来分清同名的学生" }),
  gender: GenderSchema,
  class_name: Nullable(Type.String({ description: "现在的班级，不在任何班级为 null" })),
  outcome: Type.Enum([...PUPIL_OUTCOMES]),
  act: Nullable(Type.Enum([...PUPIL_ACTS], { description: "另作的决定；随班级为 null" })),
  to_class_id: Nullable(Type.String({ description: "新学年的班级" })),
  to_name: Nullable(Type.String()),
  reason: Nullable(Type.String()),
  code: Nullable(Type.String({ description: "抽签名单里代替姓名的编号；只有等待编班的新生有" })),
  drawn_class_id: Nullable(Type.String({ description: "抽签抽到的班级" })),
});
export type YearPupil = Static<typeof YearPupil>;

/** A class with what becomes of it. */
export const YearClass = Type.Object({
  class_id: Type.String({ description: "新班级为它在计划里的名字，如 new-1" }),
  name: Nullable(Type.String({ description: "现在的名称，新班级为 null" })),
  grade_id: Nullable(Type.String()),
  act: Type.Enum([...CLASS_ACTS, "new"]),
  into_class_id: Nullable(Type.String()),
  next_name: Type.String(),
  next_grade_id: Nullable(Type.String({ description: "毕业或并入别的班之后为 null" })),
  next_stage_id: Nullable(Type.String()),
  pupils: Type.Integer({ description: "现在的学生数" }),
  next_pupils: Type.Integer({ description: "新学年的学生数" }),
  coming: Type.Integer({ description: "从别的班来的" }),
  going: Type.Integer({ description: "去别的班或离校的" }),
  heads: Type.Array(Type.Object({ id: Id, name: Type.String() }), {
    description: "新学年的班主任",
  }),
  teachers: Type.Integer({ description: "新学年的任课老师数" }),
});
export type YearClass = Static<typeof YearClass>;

export const YearView = Type.Object({
  school: Type.Object({ id: Id, name: Type.String(), stage_ids: Type.Array(Type.String()) }),
  plan: Nullable(
    Type.Object({
      id: Id,
      version: Type.Integer(),
      is_open: Type.Boolean({ description: "可以修改：没有在等审批，也还没有生效" }),
      change: Nullable(
        Type.Object(
          { id: Id, state: Type.String(), error: Nullable(Type.String()) },
          { description: "提交之后的变更，在“变更”里审批、应用和撤销" },
        ),
      ),
      saved_by: Nullable(Type.String()),
      saved_at: Type.String({ format: "date-time", description: "何时保存" }),
    }),
  ),
  ...Decisions,
  times: YearTimes,
  outcome: Type.Object({
    classes: Type.Array(YearClass),
    counts: Type.Object({
      up: Type.Integer(),
      repeat: Type.Integer(),
      graduate: Type.Integer(),
      stay: Type.Integer(),
      new: Type.Integer(),
    }),
    problems: Type.Array(
      Type.Object({
        sentence: Type.String(),
        class_id: Nullable(Type.String()),
        user_id: Nullable(Type.String()),
        blocks: Type.Boolean({ description: "不改就不能提交" }),
      }),
    ),
  }),
  pupils_shown: Type.Array(YearPupil, {
    description: "另作决定的学生，和还不在任何班级的学生",
  }),
  draw: Nullable(
    Type.Object({
      seed: Type.String(),
      grade_id: Type.String(),
      count: Type.Integer(),
      list_hash: Type.String({ description: "抽签名单的 SHA-256" }),
      is_current: Type.Boolean({ description: "名单和班级从抽签到现在没有变" }),
      corrected: Type.Integer({ description: "抽签之后手工调整的人数" }),
      drawn_by: Nullable(Type.String()),
      drawn_at: Type.String({ format: "date-time" }),
    }),
  ),
});
export type YearView = Static<typeof YearView>;

const OfSchool = { school_id: Id };
const OfVersion = {
  ...OfSchool,
  version: Type.Integer({ minimum: 0, description: "正在修改的版本；还没有保存过为 0" }),
};

/** Reads a school's plan with what it comes to; without a saved one what the rules alone come to. */
export const readYear = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/year",
  who: { right: "year.plan" },
  summary: "一所学校新学年的计划，和它会带来的结果",
  feature: "school-year",
  input: Type.Object({
    ...OfSchool,
    year: Type.Optional(
      Type.Integer({ minimum: 2000, maximum: 2100, description: "哪一个新学年，不写为最近的计划" }),
    ),
  }),
  answer: YearView,
});

/** Reads the pupils of a class with what becomes of each. */
export const readYearPupils = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/year/pupils",
  who: { right: "year.plan" },
  summary: "一个班的学生在新学年各自的去向",
  feature: "school-year",
  input: Type.Object({
    ...OfSchool,
    class_id: Id,
    year: YearRules.properties.year,
  }),
  answer: Type.Object({ pupils: Type.Array(YearPupil) }),
});

/** Saves a draft whole. 40900 where somebody else has saved meanwhile, or the plan has been submitted. */
export const saveYear = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/year/save",
  who: { right: "year.plan" },
  summary: "保存新学年的计划",
  feature: "school-year",
  input: Type.Object({ ...OfVersion, ...Decisions, times: YearTimes }, CLOSED),
  answer: YearView,
});

/** Draws the first-years who are in no class into the plan's new classes of a grade, by a seed that repeats the draw (YR-01). */
export const drawYear = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/year/draw",
  who: { right: "year.plan" },
  summary: "用公开的抽签种子给新生分班",
  feature: "school-year",
  input: Type.Object(
    {
      ...OfVersion,
      year: YearRules.properties.year,
      grade_id: GradeId,
      seed: Type.String({ minLength: 1, maxLength: 100, description: "抽签种子" }),
    },
    CLOSED,
  ),
  answer: YearView,
});

/** Submits a plan for approval: it becomes a change, which another person approves and which takes effect at its hour. */
export const submitYear = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/year/submit",
  who: { right: "year.plan" },
  summary: "提交新学年的计划，等待另一个人审批",
  feature: "school-year",
  input: Type.Object(
    { ...OfVersion, year: YearRules.properties.year, reason: Type.Optional(Reason) },
    CLOSED,
  ),
  answer: Type.Object({ change_id: Id }),
});
