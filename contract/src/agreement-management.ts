import { Type, type Static } from "typebox";
import { Agreement, AGREEMENT_TYPES } from "./agreement.ts";
import { declareCall } from "./call.ts";
import { Id, Nullable, Time } from "./schema.ts";
import { OwnProof } from "./second-factor.ts";

/** Managing agreements, by holders of `agreement.publish` on the whole platform: they bind everybody (AD-20). */

export const AGREEMENT_TITLE_MAX = 60;
/** The greatest length of a text in characters, with its markup. */
export const AGREEMENT_TEXT_MAX = 200_000;

export const AGREEMENT_TYPE_NAMES: Readonly<Record<(typeof AGREEMENT_TYPES)[number], string>> = {
  user: "用户协议",
  privacy: "隐私政策",
  child: "儿童个人信息保护规则",
};

/** `waiting`: its day has not come; `skipped`: a higher version takes effect no later, so it is never in force. */
export const AGREEMENT_STATES = ["in-force", "waiting", "replaced", "skipped"] as const;
export type AgreementState = (typeof AGREEMENT_STATES)[number];
export const AGREEMENT_STATE_NAMES: Readonly<Record<AgreementState, string>> = {
  "in-force": "现行",
  waiting: "等待生效",
  replaced: "已被取代",
  skipped: "不会生效",
};

export const AGREEMENT_FORMATS = ["html", "text"] as const;
export type AgreementFormat = (typeof AGREEMENT_FORMATS)[number];

const PATH = "/dt-platform/v1/administration/agreement";
const closed = { additionalProperties: false };

export const AgreementVersion = Type.Object({
  id: Id,
  type: Type.Enum(AGREEMENT_TYPES),
  version: Type.Integer(),
  title: Type.String(),
  effective_at: Time,
  state: Type.Enum(AGREEMENT_STATES),
  agreed: Type.Integer({ description: "同意了这一版的人数" }),
});
export type AgreementVersion = Static<typeof AgreementVersion>;

export const readAgreementVersions = declareCall({
  method: "GET",
  path: `${PATH}/list`,
  who: { right: "agreement.publish" },
  summary: "列出各份协议的全部版本",
  feature: "agreement",
  input: Type.Object({}),
  answer: Type.Object({ versions: Type.Array(AgreementVersion) }),
});

export const readAgreementVersion = declareCall({
  method: "GET",
  path: `${PATH}/version`,
  who: { right: "agreement.publish" },
  summary: "读取协议的一个版本，还没有生效的也可以",
  feature: "agreement",
  input: Type.Object({ id: Id }),
  answer: Agreement,
});

const Draft = {
  type: Type.Enum(AGREEMENT_TYPES),
  title: Type.String({ minLength: 1, maxLength: AGREEMENT_TITLE_MAX }),
  content: Type.String({ minLength: 1, maxLength: AGREEMENT_TEXT_MAX }),
  format: Type.Enum(AGREEMENT_FORMATS, { description: "content 是 HTML 还是纯文字" }),
  effective_day: Type.Optional(
    Type.String({
      pattern: "^\\d{4}-\\d{2}-\\d{2}$",
      description: "从哪天（北京时间零点）起生效，不给则立即",
    }),
  ),
};

/**
 * Previews a new version: its text as people will read it, the number of people asked to consent again, and the reason
 * for which it cannot be published.
 */
export const previewAgreement = declareCall({
  method: "POST",
  path: `${PATH}/preview`,
  who: { right: "agreement.publish" },
  summary: "预览协议的新版本",
  feature: "agreement",
  input: Type.Object(Draft, closed),
  answer: Type.Object({
    agreement: Agreement,
    dropped: Type.Array(Type.String(), { description: "不会保留的标签" }),
    asks: Type.Integer({ description: "生效后要重新同意的人数；儿童规则为孩子数" }),
    refusal: Nullable(Type.String({ description: "不能发布的原因" })),
  }),
});

/**
 * Publishes a version, which can never be changed afterwards. Refused with 40004 and `data.check` = `password` without a
 * fresh proof.
 */
export const publishAgreement = declareCall({
  method: "POST",
  path: `${PATH}/publish`,
  who: { right: "agreement.publish" },
  summary: "发布协议的新版本",
  feature: "agreement",
  once: true,
  input: Type.Object({ ...Draft, ...OwnProof.properties }, closed),
  answer: Type.Object({ id: Id, version: Type.Integer() }),
});

export const withdrawAgreement = declareCall({
  method: "POST",
  path: `${PATH}/withdraw`,
  who: { right: "agreement.publish" },
  summary: "撤回还没有生效的版本",
  feature: "agreement",
  input: Type.Object(
    {
      type: Type.Enum(AGREEMENT_TYPES),
      version: Type.Integer({ minimum: 1, maximum: 999_999_999 }),
      ...OwnProof.properties,
    },
    closed,
  ),
  answer: Type.Object({ id: Id }),
});
