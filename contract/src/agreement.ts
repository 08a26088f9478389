import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { Id, Time } from "./schema.ts";

export const AGREEMENT_TYPES = ["user", "privacy", "child"] as const;
export type AgreementType = (typeof AGREEMENT_TYPES)[number];

export const Agreement = Type.Object({
  id: Id,
  type: Type.Enum(AGREEMENT_TYPES),
  title: Type.String(),
  version: Type.Integer(),
  content: Type.String({ description: "已净化的 HTML" }),
  effective_at: Time,
});
export type Agreement = Static<typeof Agreement>;

/** The version in force of a type, or one agreement by its id; one of the two must be given. */
export const readAgreement = declareCall({
  method: "GET",
  path: "/dt-platform/v1/agreement/api/index/detail",
  who: "anyone",
  summary: "读取一份协议",
  feature: "agreement",
  input: Type.Object({
    type: Type.Optional(Type.String({ maxLength: 20 })),
    id: Type.Optional(Type.String({ maxLength: 20 })),
  }),
  answer: Agreement,
});
