import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { NAME_MAX_LENGTH } from "./name.ts";
import { UnseenNotices } from "./person-notice.ts";
import { Id, Nothing, Nullable } from "./schema.ts";

const closed = { additionalProperties: false } as const;
/** The greatest length of a reason, in characters. */
export const REQUEST_REASON_MAX = 200;

const Reason = Type.String({
  minLength: 1,
  maxLength: REQUEST_REASON_MAX,
  description: "原因，对方会看到",
});

const RequestedAt = Type.String({ format: "date-time", description: "提出申请的时间" });
const DueAt = Type.String({ format: "date-time", description: "到期执行删除的时间" });

/** A correction of a name that a roster gave (ID-11). */
export const NameCorrection = Type.Object({
  to_name: Type.String({ description: "申请改成的姓名" }),
  reason: Type.String({ description: "申请人写的原因" }),
  requested_at: RequestedAt,
  is_accepted: Nullable(Type.Boolean({ description: "还没有处理时为空" })),
  answer: Nullable(Type.String({ description: "不同意时学校写的原因" })),
});
export type NameCorrection = Static<typeof NameCorrection>;

/** Reads whether the caller's name comes from a roster, and the state of the last correction asked for. */
export const readNameCorrection = declareCall({
  method: "GET",
  path: "/dt-platform/v1/user/name-correction",
  who: "self",
  summary: "姓名是否由学校名册提供，和最近一次更正申请",
  feature: "school-request",
  input: Type.Object({}),
  answer: Type.Object({
    is_roster_owned: Type.Boolean({ description: "由名册提供的姓名不能自己改，只能申请更正" }),
    correction: Type.Union([NameCorrection, Type.Null()], {
      description: "最近一次申请，没有申请过时为空",
    }),
  }),
});

/**
 * Asks the school to correct the caller's name. A name that does not come from a roster is changed by `user/edit`
 * instead (40900).
 */
export const requestNameCorrection = declareCall({
  method: "POST",
  path: "/dt-platform/v1/user/name-correction/request",
  who: "self",
  summary: "申请更正姓名",
  feature: "school-request",
  input: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: NAME_MAX_LENGTH }),
      reason: Reason,
    },
    closed,
  ),
  answer: NameCorrection,
});

/** Withdraws the caller's correction before anybody has decided it. */
export const withdrawNameCorrection = declareCall({
  method: "POST",
  path: "/dt-platform/v1/user/name-correction/withdraw",
  who: "self",
  summary: "撤回更正姓名的申请",
  feature: "school-request",
  input: Type.Object({}),
  answer: Nothing,
});

const Subject = Type.Object(
  {
    id: Id,
    name: Type.String(),
    account: Type.String(),
    class_names: Type.Array(Type.String(), { description: "所在班级的名称" }),
  },
  { description: "申请所关系到的人" },
);

/** Requests that wait for a school: corrections to decide, and erasures of its pupils that it may object to. */
export const SchoolRequests = Type.Object({
  corrections: Type.Array(
    Type.Object({
      id: Id,
      person: Subject,
      to_name: Type.String({ description: "申请改成的姓名" }),
      reason: Type.String({ description: "申请人写的原因" }),
      requested_at: RequestedAt,
    }),
    { description: "等待处理的更正姓名的申请" },
  ),
  erasures: Type.Array(
    Type.Object({
      person: Subject,
      requested_by: Type.String({ description: "提出申请的人的姓名" }),
      requested_at: RequestedAt,
      due_at: DueAt,
      may_object: Type.Boolean({ description: "可以提出异议" }),
      objection: Nullable(
        Type.Object(
          {
            reason: Type.String({ description: "学校写的原因" }),
            at: Type.String({ format: "date-time", description: "提出异议的时间" }),
          },
          { description: "学校的异议，没有时为空" },
        ),
      ),
    }),
    { description: "还没有执行的、删除在读学生账号的申请" },
  ),
});
export type SchoolRequests = Static<typeof SchoolRequests>;

/**
 * Lists requests that wait for the caller: a head-teacher's are those of pupils of the own classes, a manager's those of
 * everybody at the school, a district administrator's the corrections of those who run its schools.
 */
export const readSchoolRequests = declareCall({
  method: "GET",
  path: "/dt-platform/v1/school-request/list",
  who: { identities: ["teacher", "manager", "admin"] },
  summary: "等学校处理的申请：更正姓名、删除学生账号",
  feature: "school-request",
  input: Type.Object({}),
  answer: SchoolRequests,
});

/** Decides a correction; nobody decides their own. A refusal gives a reason. */
export const decideNameCorrection = declareCall({
  method: "POST",
  path: "/dt-platform/v1/school-request/name-correction/decide",
  who: { identities: ["teacher", "manager", "admin"] },
  summary: "同意或不同意更正姓名",
  feature: "school-request",
  input: Type.Object(
    {
      id: Id,
      accept: Type.Boolean({ description: "同意为 true" }),
      answer: Type.Optional(Reason),
    },
    closed,
  ),
  answer: Nothing,
});

/**
 * Postpones the erasure of an enrolled pupil until the pupil has left this school (ID-11). By a manager, in the days of
 * grace, with a reason that the family reads.
 */
export const objectToErasure = declareCall({
  method: "POST",
  path: "/dt-platform/v1/school-request/erasure/object",
  who: { identities: ["manager"] },
  summary: "对在校学生的删除申请提出异议",
  feature: "school-request",
  input: Type.Object({ user_id: Id, reason: Reason }, closed),
  answer: Nothing,
});

/** Withdraws the school's objection. An erasure that is due by then is done. */
export const withdrawObjection = declareCall({
  method: "POST",
  path: "/dt-platform/v1/school-request/erasure/withdraw-objection",
  who: { identities: ["manager"] },
  summary: "撤回对删除申请的异议",
  feature: "school-request",
  input: Type.Object({ user_id: Id }, closed),
  answer: Nothing,
});

/**
 * Reads, after sign-in, erasures of the caller's children, requests that wait for the caller's decision, and acts of
 * others on the caller's account.
 */
export const readWaiting = declareCall({
  method: "GET",
  path: "/dt-platform/v1/school-request/waiting",
  who: "self",
  summary: "登录后要知道的事：孩子的删除申请、等自己处理的申请数、账号通知",
  feature: "school-request",
  input: Type.Object({}),
  answer: Type.Object({
    erasures_of_children: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        due_at: DueAt,
        is_own: Type.Boolean({ description: "由本人申请" }),
      }),
      { description: "本人的孩子中，有删除申请在等待的" },
    ),
    school_requests: Type.Integer({ description: "当前身份下等待处理的申请数" }),
    notices: UnseenNotices,
  }),
});
