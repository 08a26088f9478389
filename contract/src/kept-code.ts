import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { CODE_USES } from "./code.ts";
import { CHANNELS } from "./receiver.ts";
import { Id, Time } from "./schema.ts";
import { OwnProof } from "./second-factor.ts";

/** Codes that no provider delivers, for those who may also give the person a new password: both open the same account (AD-20). */

const PATH = "/dt-platform/v1/administration/codes";
const closed = { additionalProperties: false };

export const KeptCode = Type.Object({
  id: Id,
  channel: Type.Enum(CHANNELS),
  receiver: Type.String({ description: "打码的手机号或邮箱" }),
  use: Type.Enum(CODE_USES),
  people: Type.Array(Type.Object({ id: Id, name: Type.String(), account: Type.String() }), {
    description: "用这个手机号或邮箱的人，新绑定的没有",
  }),
  created_at: Time,
  expires_at: Time,
});
export type KeptCode = Static<typeof KeptCode>;

export const readKeptCodes = declareCall({
  method: "GET",
  path: `${PATH}/list`,
  who: { right: "people.secret" },
  summary: "没有送出、等人转告的验证码",
  feature: "person-access",
  input: Type.Object({}),
  answer: Type.Object({ codes: Type.Array(KeptCode) }),
});

/** Shows a code. Refused with 40004 and `data.check` = `password` without a fresh proof. */
export const openKeptCode = declareCall({
  method: "POST",
  path: `${PATH}/open`,
  who: { right: "people.secret" },
  summary: "打开一个等人转告的验证码",
  feature: "person-access",
  input: Type.Object({ id: Id, ...OwnProof.properties }, closed),
  answer: Type.Object({ code: Type.String(), expires_at: Time }),
});
