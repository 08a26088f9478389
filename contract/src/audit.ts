import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { After, Id, IdentitySchema, Next, Nullable, Time } from "./schema.ts";
import { OwnProof } from "./second-factor.ts";

/** The audit for those who may read it (AD-21): acts in their own scope. */

/** The greatest number of entries in one export; of more, the latest. */
export const MAX_EXPORTED_ENTRIES = 5000;

const Day = Type.String({ format: "date", description: "北京时间的一天，如 2026-11-01" });

const filters = {
  within: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: "区域或学校的编号" }),
  ),
  who: Type.Optional(Type.String({ maxLength: 60, description: "谁做的：姓名、账号或编号，写全" })),
  whom: Type.Optional(
    Type.String({ maxLength: 60, description: "关于谁：姓名、账号或编号，写全" }),
  ),
  action: Type.Optional(Type.String({ maxLength: 40, description: "做了什么，如 sign-in" })),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
};

const Person = Nullable(
  Type.Object({
    id: Id,
    name: Type.String(),
    account: Type.String(),
  }),
);

export const AuditLine = Type.Object({
  id: Id,
  at: Time,
  action: Type.String({ description: "做了什么，如 sign-in" }),
  words: Type.String({ description: "做了什么，用话说" }),
  outcome: Type.Enum(["ok", "refused"], { description: "做成了，还是被拒绝" }),
  by: Person,
  by_identity: Nullable(IdentitySchema),
  by_app: Nullable(Type.String({ description: "由应用做的：应用的名称" })),
  about: Person,
  about_count: Type.Integer({ description: "关于多少名学生；只关于一个人时为 0" }),
  school_name: Nullable(Type.String({ description: "在哪所学校做的" })),
  object: Nullable(Type.String({ description: "对什么做的，用话说" })),
  address: Type.String({ description: "从哪个网络地址" }),
});
export type AuditLine = Static<typeof AuditLine>;

/** Lists what was done in the caller's scope, the latest first. What lies outside is not there, as if it had not happened. */
export const readAudit = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/audit",
  who: { right: "audit.read" },
  summary: "我的范围里的审计记录",
  feature: "audit",
  input: Type.Object({
    ...filters,
    after: After(200),
  }),
  answer: Type.Object({
    entries: Type.Array(AuditLine, { description: "记录，新的在前" }),
    next: Next,
  }),
});

/** Exports the entries found as CSV, with the proof of each line; needs a fresh proof, and is itself recorded in the audit. */
export const exportAudit = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/audit/export",
  who: { right: "audit.read" },
  summary: "导出审计记录，连同链上的凭据",
  feature: "audit",
  input: Type.Object({ ...filters, ...OwnProof.properties }, { additionalProperties: false }),
  answer: Type.Object({
    name: Type.String({ description: "文件名" }),
    text: Type.String({ description: "文件的内容：CSV，以 BOM 开头" }),
    count: Type.Integer({ description: "导出了多少条" }),
    more: Type.Boolean({ description: "符合条件的还有更多，没有导出" }),
  }),
});

export const ClassRead = Type.Object({
  id: Id,
  at: Time,
  by: Nullable(
    Type.Object({ id: Id, name: Type.String() }, { description: "谁看的；不在本校的人为空" }),
  ),
  by_identity: Nullable(IdentitySchema),
  what: Type.String({ description: "看了什么，如“整个班的名单”" }),
});
export type ClassRead = Static<typeof ClassRead>;

/**
 * Lists the staff who looked at a class or its pupils, the latest first; for holders of people.read there, such as its
 * head-teacher.
 */
export const readClassReads = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/class/reads",
  who: { right: "people.read" },
  summary: "谁看过这个班",
  feature: "audit",
  input: Type.Object({
    school_id: Id,
    class_id: Id,
    after: After(200),
  }),
  answer: Type.Object({
    reads: Type.Array(ClassRead, { description: "记录，新的在前" }),
    next: Next,
  }),
});
