import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { GRADES, STAGES } from "./school.ts";
import { Id, IdentitySchema, Nothing, Nullable, Time } from "./schema.ts";

/** Change sets: what touches people, classes or schools is planned, looked at, applied together and can be taken back (CS-01…07). */

/** Days for which an applied change can be taken back. */
export const UNDO_DAYS = 30;
/** People that one change by hand may name. */
export const CHANGE_PEOPLE_AT_MOST = 5000;

export const CHANGE_STATES = [
  "planned",
  "held",
  "waiting",
  "applying",
  "applied",
  "undoing",
  "undone",
  "discarded",
  "outdated",
] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

export const CHANGE_STATE_NAMES: Readonly<Record<ChangeState, string>> = {
  planned: "待应用",
  held: "等待说明原因",
  waiting: "等待审批",
  applying: "正在应用",
  applied: "已应用",
  undoing: "正在撤销",
  undone: "已撤销",
  discarded: "已放弃",
  outdated: "已过时",
};

const People = Type.Array(Id, { minItems: 1, maxItems: CHANGE_PEOPLE_AT_MOST });
const Day = Type.String({ format: "date" });
const Reason = Type.String({ minLength: 1, maxLength: 200 });
const StageId = Type.Enum(STAGES.map(({ id }) => id));
const GradeId = Type.Enum(GRADES.map(({ id }) => id));
const ClassName = Type.String({ minLength: 1, maxLength: 40 });
const closed = { additionalProperties: false };

/** Enables or disables what people are at a school (AD-05). */
const MembershipState = Type.Object(
  {
    kind: Type.Literal("membership-state"),
    school_id: Id,
    identity: IdentitySchema,
    user_ids: People,
    is_abled: Type.Boolean(),
  },
  closed,
);
/** Gives people an identity at a school, until the end of a day or without end (AD-05). */
const MembershipAdd = Type.Object(
  {
    kind: Type.Literal("membership-add"),
    school_id: Id,
    identity: IdentitySchema,
    user_ids: People,
    until: Type.Optional(Day),
  },
  closed,
);
/** Sets or takes away the day with which identities at a school end. */
const MembershipUntil = Type.Object(
  {
    kind: Type.Literal("membership-until"),
    school_id: Id,
    identity: IdentitySchema,
    user_ids: People,
    until: Nullable(Day),
  },
  closed,
);
/** Locks accounts with a reason, until the end of a day or without end, or unlocks them (AD-06). */
const AccountState = Type.Object(
  {
    kind: Type.Literal("account-state"),
    user_ids: People,
    is_abled: Type.Boolean(),
    reason: Type.Optional(Reason),
    until: Type.Optional(Day),
  },
  closed,
);
/** Puts pupils into a class, out of another one or out of none; without `to_class_id` only out of it (AD-09). */
const ClassPlace = Type.Object(
  {
    kind: Type.Literal("class-place"),
    school_id: Id,
    user_ids: People,
    from_class_id: Type.Optional(Id),
    to_class_id: Type.Optional(Id),
  },
  closed,
);
/** Makes a class (AD-09). */
const ClassMake = Type.Object(
  {
    kind: Type.Literal("class-make"),
    school_id: Id,
    name: ClassName,
    grade_id: GradeId,
    stage_id: StageId,
  },
  closed,
);
/** Renames a class or moves it to another grade. */
const ClassEdit = Type.Object(
  {
    kind: Type.Literal("class-edit"),
    school_id: Id,
    class_id: Id,
    name: ClassName,
    grade_id: Type.Optional(GradeId),
    stage_id: Type.Optional(StageId),
  },
  closed,
);
/** Archives classes or takes them up again. */
const ClassState = Type.Object(
  {
    kind: Type.Literal("class-state"),
    school_id: Id,
    class_ids: Type.Array(Id, { minItems: 1, maxItems: 200 }),
    is_abled: Type.Boolean(),
  },
  closed,
);
/** Moves all pupils and teachers of classes into another and archives the former. */
const ClassMerge = Type.Object(
  {
    kind: Type.Literal("class-merge"),
    school_id: Id,
    from_class_ids: Type.Array(Id, { minItems: 1, maxItems: 20 }),
    into_class_id: Id,
  },
  closed,
);
/** Says who teaches what in a class, and who heads it; who is left out no longer does. */
const ClassTeach = Type.Object(
  {
    kind: Type.Literal("class-teach"),
    school_id: Id,
    class_id: Id,
    teachers: Type.Array(
      Type.Object(
        { user_id: Id, subject_id: Type.String({ maxLength: 64 }), is_head: Type.Boolean() },
        closed,
      ),
      { maxItems: 100 },
    ),
  },
  closed,
);
/** Binds a guardian to a child. */
const GuardianBind = Type.Object(
  {
    kind: Type.Literal("guardian-bind"),
    child_id: Id,
    user_id: Id,
    relation: Type.String({ minLength: 1, maxLength: 20 }),
  },
  closed,
);
/** Parts guardians from a child; in force within a second (AD-08). */
const GuardianEnd = Type.Object(
  { kind: Type.Literal("guardian-end"), child_id: Id, user_ids: People },
  closed,
);
/** Changes data of a person (AD-04). */
const PersonEdit = Type.Object(
  {
    kind: Type.Literal("person-edit"),
    user_id: Id,
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
    gender: Type.Optional(Nullable(Type.Enum(["male", "female"]))),
    birth_date: Type.Optional(Nullable(Day)),
    admission_time: Type.Optional(Nullable(Day)),
  },
  closed,
);
/** Changes a school: its name and stages (AD-10). */
const SchoolEdit = Type.Object(
  {
    kind: Type.Literal("school-edit"),
    school_id: Id,
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
    stage_ids: Type.Optional(Type.Array(StageId, { maxItems: STAGES.length })),
  },
  closed,
);
/** Enables or disables schools. */
const SchoolState = Type.Object(
  {
    kind: Type.Literal("school-state"),
    school_ids: Type.Array(Id, { minItems: 1, maxItems: 200 }),
    is_abled: Type.Boolean(),
  },
  closed,
);

const KINDS = [
  MembershipState,
  MembershipAdd,
  MembershipUntil,
  AccountState,
  ClassPlace,
  ClassMake,
  ClassEdit,
  ClassState,
  ClassMerge,
  ClassTeach,
  GuardianBind,
  GuardianEnd,
  PersonEdit,
  SchoolEdit,
  SchoolState,
] as const;
export type Change = Static<(typeof KINDS)[number]>;
/** A change as a person asks for it; `kind` says which of the shapes it has. */
export const Change = Type.Unsafe<Change>({
  type: "object",
  required: ["kind"],
  discriminator: { propertyName: "kind" },
  oneOf: KINDS,
});
export type ChangeKind = Change["kind"];

export const ChangeSet = Type.Object({
  id: Id,
  kind: Type.String(),
  state: Type.Enum([...CHANGE_STATES]),
  act: Type.String({ description: "按钮上的话，如“停用 12 位学生”" }),
  sentence: Type.String({ description: "将要做什么，如“将停用 12 位学生，其中 3 位有监护人”" }),
  place_name: Type.String(),
  made_by: Nullable(Type.Object({ id: Id, name: Type.String() })),
  approved_by: Nullable(Type.Object({ id: Id, name: Type.String() })),
  reason: Nullable(Type.String()),
  guards: Type.Array(Type.Object({ rule: Type.String(), sentence: Type.String() })),
  counts: Type.Object({
    rows: Type.Integer(),
    people: Type.Integer(),
    applied: Type.Integer(),
    undone: Type.Integer(),
    outdated: Type.Integer(),
  }),
  progress: Nullable(Type.Object({ done: Type.Integer(), total: Type.Integer() })),
  error: Nullable(Type.String()),
  wants: Type.Enum(["nothing", "reason", "approval"], {
    description: "应用之前还需要：原因；原因和另一个人的审批",
  }),
  may: Type.Object({
    apply: Type.Boolean(),
    approve: Type.Boolean(),
    undo: Type.Boolean(),
    discard: Type.Boolean(),
  }),
  unmatched: Type.Array(Type.String(), {
    description: "名单里没有对应到人的行，按原来的顺序",
  }),
  created_at: Time,
  applied_at: Nullable(Time),
  undone_at: Nullable(Time),
  undo_until: Nullable(Time),
});
export type ChangeSet = Static<typeof ChangeSet>;

export const ChangeRow = Type.Object({
  seq: Type.Integer(),
  what: Type.String({ description: "改的是什么，如“身份”“班级”" }),
  label: Type.String({ description: "是谁的，如“林小满（三年级（2）班）”" }),
  person_id: Nullable(Id),
  act: Type.Enum(["add", "change", "remove"]),
  fields: Type.Array(
    Type.Object({
      label: Type.String(),
      before: Nullable(Type.String()),
      after: Nullable(Type.String()),
    }),
  ),
  state: Type.Enum(["planned", "applied", "undone", "outdated"]),
  note: Nullable(Type.String()),
});
export type ChangeRow = Static<typeof ChangeRow>;

const OfChange = { change_id: Id };

/** Plans a change without changing anything; what the maker may not change answers as what does not exist. */
export const planChange = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/change/plan",
  who: "member",
  summary: "计划一次变更，还不生效",
  feature: "change-set",
  input: Type.Object({ change: Change }, closed),
  answer: ChangeSet,
});

export const readChanges = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/change/list",
  who: "member",
  summary: "我管理的范围内的变更",
  feature: "change-set",
  input: Type.Object({
    state: Type.Optional(Type.Enum([...CHANGE_STATES])),
    after: Type.Optional(Type.String({ maxLength: 200, description: "上一页的 next" })),
  }),
  answer: Type.Object({
    changes: Type.Array(ChangeSet),
    next: Nullable(Type.String({ description: "下一页从哪里开始；没有更多时为空" })),
  }),
});

export const readChange = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/change",
  who: "member",
  summary: "一次变更",
  feature: "change-set",
  input: Type.Object(OfChange),
  answer: ChangeSet,
});

export const readChangeRows = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/change/rows",
  who: "member",
  summary: "一次变更改的每一行",
  feature: "change-set",
  input: Type.Object({
    ...OfChange,
    after: Type.Optional(Type.Integer({ minimum: 0 })),
    state: Type.Optional(Type.Enum(["planned", "applied", "undone", "outdated"])),
  }),
  answer: Type.Object({ rows: Type.Array(ChangeRow), next: Nullable(Type.Integer()) }),
});

/**
 * Applies a plan, as a job. Where rows have changed since the plan it is refused with 40900: `data.change_id` is a new
 * plan, and `data.rows` names what differs.
 */
export const applyChange = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/change/apply",
  who: "member",
  summary: "应用一次变更",
  feature: "change-set",
  input: Type.Object({ ...OfChange, reason: Type.Optional(Reason) }, closed),
  answer: ChangeSet,
});

export const approveChange = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/change/approve",
  who: { right: "roster.approve" },
  summary: "批准另一个人的变更，随即应用",
  feature: "change-set",
  input: Type.Object(OfChange, closed),
  answer: ChangeSet,
});

export const undoChange = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/change/undo",
  who: "member",
  summary: "撤销一次变更，或其中的几行",
  feature: "change-set",
  input: Type.Object(
    {
      ...OfChange,
      rows: Type.Optional(
        Type.Array(Type.Integer({ minimum: 0 }), { minItems: 1, maxItems: 1000 }),
      ),
      overwrite: Type.Optional(
        Type.Boolean({ description: "连同后来被别人改过的行一起撤销；不写则保留它们" }),
      ),
    },
    closed,
  ),
  answer: ChangeSet,
});

export const discardChange = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/change/discard",
  who: "member",
  summary: "放弃一次还没有应用的变更",
  feature: "change-set",
  input: Type.Object(OfChange, closed),
  answer: Nothing,
});
