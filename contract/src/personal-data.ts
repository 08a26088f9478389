import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { Id, Nothing, Nullable, Time } from "./schema.ts";
import { OwnProof } from "./second-factor.ts";

/** The kinds of personal data that are stored. */
export const DATA_CLASSES = [
  "identity",
  "contact",
  "school",
  "family",
  "learning",
  "usage",
  "preference",
  "message",
  "file",
  "device",
] as const;
export type DataClass = (typeof DATA_CLASSES)[number];

/** The days for which a requested erasure can be withdrawn. */
export const ERASURE_GRACE_DAYS = 15;
/** The seconds for which an export can be downloaded, once. */
export const EXPORT_SECONDS = 300;

const ofWhom = {
  child_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: "本人的孩子；不写为本人" }),
  ),
};
const closed = { additionalProperties: false } as const;

export const KeptData = Type.Object({
  person: Type.Object({ id: Id, name: Type.String(), account: Type.String() }),
  kinds: Type.Array(
    Type.Object({
      class: Type.Enum(DATA_CLASSES),
      name: Type.String(),
      why: Type.String({ description: "为什么保存" }),
      parts: Type.Array(
        Type.Object({
          name: Type.String(),
          count: Type.Integer({ description: "现有几条" }),
          kept: Type.String({ description: "保存多久" }),
        }),
      ),
    }),
  ),
  may_export: Type.Boolean(),
  may_erase: Type.Boolean(),
  why_not: Nullable(Type.String({ description: "不能导出或删除时，原因" })),
  is_sourced: Type.Boolean({ description: "由学校的名册建立" }),
  erasure: Nullable(
    Type.Object(
      {
        requested_at: Time,
        due_at: Time,
        objection: Nullable(
          Type.Object(
            {
              school: Type.String({ description: "提出异议的学校的名称" }),
              reason: Type.String({ description: "学校写的原因" }),
            },
            { description: "学校的异议：离开这所学校之前不会删除" },
          ),
        ),
      },
      { description: "已经申请删除，到 due_at 执行" },
    ),
  ),
});
export type KeptData = Static<typeof KeptData>;

/** Lists the data stored about the caller or their child, with purpose and retention. 404 for a child who is not the caller's. */
export const readKeptData = declareCall({
  method: "GET",
  path: "/dt-platform/v1/user/data/kept",
  who: "self",
  summary: "平台保存了本人或孩子的哪些数据",
  feature: "personal-data",
  input: Type.Object(ofWhom),
  answer: KeptData,
});

/** Exports a person's data. Refused with 40004 and `data.check` = `password` without a fresh proof (`OwnProof`). */
export const exportData = declareCall({
  method: "POST",
  path: "/dt-platform/v1/user/data/export",
  who: "self",
  summary: "导出本人或孩子的全部数据（zip）",
  feature: "personal-data",
  input: Type.Object({ ...ofWhom, ...OwnProof.properties }, closed),
  answer: Type.Object({
    url: Type.String({ description: "本次登录可在 expires_in 秒内下载一次" }),
    expires_in: Type.Integer(),
  }),
});

/**
 * Requests an erasure, with the account typed once more. Nothing is erased before the days of grace are over, and it can
 * be withdrawn until then.
 */
export const requestErasure = declareCall({
  method: "POST",
  path: "/dt-platform/v1/user/data/erase",
  who: "self",
  summary: "申请删除本人或孩子的账号和数据",
  feature: "personal-data",
  input: Type.Object(
    {
      ...ofWhom,
      account: Type.String({
        minLength: 1,
        maxLength: 64,
        description: "要删除的账号，再输入一次",
      }),
      ...OwnProof.properties,
    },
    closed,
  ),
  answer: Type.Object({ due_at: Time }),
});

export const cancelErasure = declareCall({
  method: "POST",
  path: "/dt-platform/v1/user/data/erase/cancel",
  who: "self",
  summary: "撤回删除申请",
  feature: "personal-data",
  input: Type.Object(ofWhom, closed),
  answer: Nothing,
});
