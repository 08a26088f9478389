import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { Change } from "./change.ts";
import { Id, Nothing, Nullable, Time } from "./schema.ts";

/** Change sets: changes to people, classes or schools are planned, previewed, applied together and can be undone (CS-01…07). */

/** The days for which an applied change can be undone. */
export const UNDO_DAYS = 30;
/** Rows that are applied in one transaction, and compared anew while somebody waits; more go in chunks by a job (CS-04). */
export const CHANGE_WHOLE_UP_TO = 5000;
/** The greatest length of the reason of a change, or of its refusal. */
export const CHANGE_REASON_MAX = 200;

export const CHANGE_STATES = [
  "planned",
  "held",
  "waiting",
  "scheduled",
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
  scheduled: "已批准，到时应用",
  applying: "正在应用",
  applied: "已应用",
  undoing: "正在撤销",
  undone: "已撤销",
  discarded: "已放弃",
  outdated: "已过时",
};

const Reason = Type.String({ minLength: 1, maxLength: CHANGE_REASON_MAX });
const closed = { additionalProperties: false };

/** Lines that a change was made from: a file, or what was pasted. Its hash and name are kept, the content is not (CS-06). */
export const ChangeSource = Type.Object(
  {
    kind: Type.Enum(["file", "paste"]),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "文件名" })),
    sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    lines: Type.Integer({ minimum: 1 }),
  },
  { additionalProperties: false },
);
export type ChangeSource = Static<typeof ChangeSource>;

export const ChangeSet = Type.Object({
  id: Id,
  kind: Type.String(),
  state: Type.Enum([...CHANGE_STATES]),
  act: Type.String({ description: "按钮上的话，如“停用 12 位学生”" }),
  sentence: Type.String({ description: "将要做什么，如“将停用 12 位学生，其中 3 位有监护人”" }),
  place_name: Type.String(),
  made_by: Nullable(Type.Object({ id: Id, name: Type.String() })),
  approved_by: Nullable(Type.Object({ id: Id, name: Type.String() })),
  refused: Nullable(
    Type.Object(
      { by: Nullable(Type.String()), why: Nullable(Type.String()) },
      {
        description: "没有批准的人和原因；没有这回事为 null",
      },
    ),
  ),
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
  source: Nullable(ChangeSource),
  replaced_by: Nullable(
    Type.String({ description: "因为有人改过而重新计划出来的那次变更；没有为 null" }),
  ),
  apply_at: Nullable(
    Type.String({ format: "date-time", description: "批准之后到此时才应用；随批随用为 null" }),
  ),
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
  account: Nullable(
    Type.String({ description: "此人现在的账号，用来分清同名的人；已不在这个机构的为 null" }),
  ),
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
  keepsNothing: true,
  path: "/dt-platform/v1/administration/change/plan",
  who: "member",
  summary: "计划一次变更，还不生效",
  feature: "change-set",
  input: Type.Object({ change: Change, source: Type.Optional(ChangeSource) }, closed),
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

/** Reads a page of a change's rows for an exported file; each page is recorded in the audit (CS-06). */
export const exportChange = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/change/export",
  who: "member",
  summary: "导出一次变更改的每一行，一页一页地取",
  feature: "change-set",
  input: Type.Object({ ...OfChange, after: Type.Optional(Type.Integer({ minimum: 0 })) }, closed),
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
  summary: "放弃一次还没有应用的变更，或不批准另一个人的变更",
  feature: "change-set",
  input: Type.Object({ ...OfChange, reason: Type.Optional(Reason) }, closed),
  answer: Nothing,
});
