import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { Id, Nothing, otherwise, Time } from "./schema.ts";
import { Consent } from "./session.ts";

export const AGREEMENT_TYPES = ["user", "privacy", "child"] as const;
export type AgreementType = (typeof AGREEMENT_TYPES)[number];

export const Agreement = Type.Object({
  id: Id,
  type: Type.Enum(AGREEMENT_TYPES, otherwise("user")),
  title: Type.String(otherwise("协议")),
  version: Type.Integer(),
  content: Type.String({ description: "已净化的 HTML" }),
  effective_at: Time,
});
export type Agreement = Static<typeof Agreement>;

/** Reads the version in force of a type, or one agreement by its id; one of the two must be given. */
export const readAgreement = declareCall({
  method: "GET",
  path: "/dt-platform/v1/agreement/api/index/detail",
  who: "anyone",
  summary: "读取一份协议",
  feature: "agreement",
  input: Type.Object({
    type: Type.Optional(Type.String({ maxLength: 20, description: "user、privacy 或 child" })),
    id: Type.Optional(Type.String({ maxLength: 20, description: "数字编号，如 2" })),
  }),
  answer: Agreement,
  anyServer: true,
});

const Asked = Type.Object({
  type: Type.Enum(AGREEMENT_TYPES),
  version: Type.Integer(),
  title: Type.String(),
});

/** Lists the agreements that still need the caller's consent: their own, and for each child under 14 a guardian's (SE-08). */
export const readPendingConsents = declareCall({
  method: "GET",
  path: "/dt-platform/v1/agreement/api/consent/pending",
  who: "self",
  summary: "还需要本人、或替孩子同意的协议",
  feature: "agreement",
  input: Nothing,
  answer: Type.Object({
    own: Type.Array(Asked),
    children: Type.Array(
      Type.Object({ id: Id, name: Type.String(), agreements: Type.Array(Asked) }),
    ),
  }),
});

/**
 * Agrees to versions in force, for oneself or, as a guardian, for one's child under 14 (SE-08). All of them, or none; a
 * version that is no longer in force is refused with 409. A child under 14 does not agree for itself.
 */
export const giveConsent = declareCall({
  method: "POST",
  path: "/dt-platform/v1/agreement/api/consent",
  who: "self",
  summary: "同意协议；家长替未满 14 岁的孩子同意",
  feature: "agreement",
  input: Type.Object(
    {
      agreements: Type.Array(Consent, { minItems: 1, maxItems: 10 }),
      child_id: Type.Optional(Id),
    },
    { additionalProperties: false },
  ),
  answer: Nothing,
});
