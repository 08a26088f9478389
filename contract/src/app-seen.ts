import { Type, type Static } from "typebox";
import { APP_RULES, AppDraft } from "./app-entry.ts";
import { declareCall } from "./call.ts";
import { Id, IdentitySchema, Nullable } from "./schema.ts";

/** The greatest number of apps of one name that are explained at once. */
export const MAX_HIDDEN_APPS = 3;

/**
 * Explains in one sentence why an app is not at home, and whom to ask (AD-17). Covers only apps that somebody at the
 * person's own school may see; any other is answered like one that does not exist.
 */
export const explainHiddenApps = declareCall({
  method: "GET",
  path: "/dt-platform/v1/app/api/why-hidden",
  who: "member",
  summary: "为什么看不到某个名称的应用，应该问谁",
  feature: "catalogue",
  input: Type.Object({
    name: Type.String({
      minLength: 2,
      maxLength: 60,
      description: "应用的名称、拼音或首字母，可只写一部分",
    }),
  }),
  answer: Type.Object({
    apps: Type.Array(Type.Object({ name: Type.String(), sentence: Type.String() }), {
      maxItems: MAX_HIDDEN_APPS,
    }),
    ask: Type.String({ description: "有疑问请问谁，一句话" }),
  }),
});

const TraceWords = Type.Object({
  rule: Type.Enum(APP_RULES),
  passes: Type.Boolean(),
  wants: Type.String({ description: "应用的限制，没有时为“不限”" }),
  has: Type.String({ description: "此人的情况" }),
});
export type TraceWords = Static<typeof TraceWords>;

const SeenApp = Type.Object({
  id: Id,
  name: Type.String(),
  icon: Type.String(),
  category_id: Id,
  sees: Type.Boolean({ description: "此刻是否看得见" }),
  hidden_by: Nullable(
    Type.Enum(APP_RULES, { description: "最先不符合的一条规则，看得见时为 null" }),
  ),
  sentence: Type.String({ description: "看不见时的一句话，看得见时为空" }),
  trace: Type.Array(TraceWords, { description: "逐条规则；只在问一个应用时给出" }),
});

/** One identity of a person at one school, with what they see under it. */
const SeenUnder = Type.Object({
  school_id: Id,
  school_name: Type.String(),
  identity: IdentitySchema,
  apps: Type.Array(SeenApp),
});
export type SeenUnder = Static<typeof SeenUnder>;

const SeenByPerson = Type.Object({
  name: Type.String(),
  memberships: Type.Array(SeenUnder, { description: "此人的各个身份" }),
});

/**
 * Reads the apps that a person sees under each identity in the scope, and why not the others; of one app limit by limit
 * (AD-17).
 */
export const readAppsSeenBy = declareCall({
  method: "GET",
  path: "/dt-platform/v1/admin/app/seen-by",
  who: { right: "app.manage" },
  summary: "一个人看得见哪些应用，看不见的为什么",
  feature: "catalogue",
  input: Type.Object({
    user_id: Id,
    app_id: Type.Optional(Id),
    client: Type.Optional(Type.Enum(["web", "pc", "mobile"])),
  }),
  answer: SeenByPerson,
});

/** Tells whether a person would see an app by a draft, limit by limit, under each identity in the scope (AD-17, AD-19). */
export const previewAppFor = declareCall({
  method: "POST",
  keepsNothing: true,
  path: "/dt-platform/v1/admin/app/preview-for",
  who: { right: "app.manage" },
  summary: "按填写的内容，一个人看不看得见，为什么；什么也不保存",
  feature: "catalogue",
  input: Type.Object({ ...AppDraft.properties, user_id: Id }),
  answer: SeenByPerson,
});
