import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { Id, Nullable, Time } from "./schema.ts";

/** Pupils who go to another school: the old one gives a code, the new one takes them in by it (AD-15). */

/** The days for which a transfer's code is valid. */
export const TRANSFER_DAYS = 30;

const closed = { additionalProperties: false };

/** Lets a pupil go: whoever has the code may take them in. A new code replaces the former one. */
export const giveTransfer = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/transfer/give",
  who: { right: "people.write" },
  summary: "为转学的学生开出转学码",
  feature: "people",
  input: Type.Object({ user_id: Id, school_id: Id }, closed),
  answer: Type.Object({
    code: Type.String({ description: "转学码，只显示这一次" }),
    expires_at: Time,
  }),
});

/** Shows the code of a transfer to the platform, for a school that the caller looks after. */
export const showTransfer = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/transfer/show",
  who: { right: "people.write" },
  summary: "出示转学码，看是哪位学生",
  feature: "people",
  input: Type.Object({ school_id: Id, code: Type.String({ minLength: 8, maxLength: 20 }) }, closed),
  answer: Type.Object({
    transfer_id: Type.String({ description: "接收时写在变更 pupil-take 里" }),
    name: Type.String({ description: "学生的姓名" }),
    from_school: Type.String({ description: "从哪所学校转来" }),
  }),
});

/** A pupil of a roster of the own school who is said to come from another one (RO-05). */
export const ComingPupil = Type.Object({
  request_id: { ...Id, description: "转学请求的编号" },
  name: Type.String({ description: "文件里的姓名" }),
  number: Nullable(Type.String({ description: "文件里的学籍号" })),
  class_name: Type.String({ description: "将要编入的班级；没有为空" }),
  asked_at: { ...Time, description: "提出请求的时刻" },
  transfer_id: Nullable(
    Type.String({ description: "放行以后写在变更 pupil-take 里；还在等时为 null" }),
  ),
  class_id: Nullable(Id),
  from_school: Nullable(Type.String({ description: "放行以后才说明是哪所学校" })),
});
export type ComingPupil = Static<typeof ComingPupil>;

/** A pupil of the own school whom another one asks for. */
export const GoingPupil = Type.Object({
  request_id: { ...Id, description: "转学请求的编号" },
  user_id: Id,
  name: Type.String(),
  account: Type.String(),
  class_name: Type.String({ description: "现在的班级；没有为空" }),
  to_school: Type.String({ description: "哪所学校请求接收" }),
  asked_at: { ...Time, description: "提出请求的时刻" },
});
export type GoingPupil = Static<typeof GoingPupil>;

/**
 * Returns who is waited for at a school, and whom other schools ask it for. Whether another school has the pupil who is
 * waited for is not told before that school has released them.
 */
export const readTransferRequests = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/transfer/requests",
  who: { right: "people.write" },
  summary: "等着转来的学生，和别的学校请求接收的本校学生",
  feature: "people",
  input: Type.Object({ school_id: Id }, closed),
  answer: Type.Object({
    coming: Type.Array(ComingPupil, { description: "名册里说是转来的学生" }),
    going: Type.Array(GoingPupil, { description: "别的学校请求接收的本校学生" }),
  }),
});

/** Releases a pupil to the school that asks for them, or does not: then that school is told nothing, as if nobody was found. */
export const answerTransferRequest = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/transfer/answer",
  who: { right: "people.write" },
  summary: "放行别的学校请求接收的学生，或者不放行",
  feature: "people",
  input: Type.Object(
    {
      school_id: Id,
      request_id: { ...Id, description: "转学请求的编号" },
      user_id: Id,
      is_given: Type.Boolean({ description: "放行为 true" }),
    },
    closed,
  ),
  answer: Type.Object({}),
});

/** Waits no longer: the next reading of a roster takes the pupil for a new one. */
export const dropTransferRequest = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/transfer/drop",
  who: { right: "people.write" },
  summary: "不再等原来的学校放行",
  feature: "people",
  input: Type.Object(
    { school_id: Id, request_id: { ...Id, description: "转学请求的编号" } },
    closed,
  ),
  answer: Type.Object({}),
});
