import { Type } from "typebox";
import { declareCall } from "./call.ts";
import { Id, Time } from "./schema.ts";

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
