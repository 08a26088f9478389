import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { Id, otherwise } from "./schema.ts";
import { THEMES } from "./user.ts";

export const LAUNCH_KINDS = ["link", "ticket", "oidc", "lti", "cas", "module"] as const;
export type LaunchKind = (typeof LAUNCH_KINDS)[number];

/** The greatest number of quick apps of a person under one identity. */
export const MAX_QUICK_APPS = 60;

export const App = Type.Object({
  id: Id,
  category_id: Id,
  name: Type.String(otherwise("未命名应用")),
  description: Type.String(),
  icon: Type.String({ description: "彩色图标地址，相对于 /platformEntry/" }),
  icon_mono: Type.String({ description: "单色图标地址，用作蒙版" }),
  launch: Type.Enum(LAUNCH_KINDS, otherwise("ticket")),
  url: Type.String(),
  opens_in: Type.Enum(["tab", "frame", "module"], otherwise("tab")),
  display_status: Type.Enum(["display", "not_display"], otherwise("display")),
  roles: Type.Array(Type.String()),
  clients: Type.Array(Type.String()),
  sort: Type.Integer(),
  badge: Type.String({ description: "空、dot，或一个数" }),
  pinyin: Type.String({ description: "名称的拼音，音节以空格分开" }),
  aliases: Type.Optional(
    Type.Array(Type.String(), { description: "也能按这些名称找到；没有时不给出" }),
  ),
});
export type App = Static<typeof App>;

export const Category = Type.Object({
  id: Id,
  name: Type.String(otherwise("未命名分类")),
  sort: Type.Integer(),
});
export type Category = Static<typeof Category>;

export const AppsAnswer = Type.Object({
  apps: Type.Array(App),
  theme: Type.Enum(THEMES, otherwise("color")),
  category: Type.Array(Category),
  recent_app_ids: Type.Array(Id, { description: "最近使用，最新在前" }),
});
export type AppsAnswer = Static<typeof AppsAnswer>;

/**
 * Reads the apps of the current identity; `identity` is `{identity},all` (AP-05) and must agree with the identity that
 * the call acts under.
 */
export const readApps = declareCall({
  method: "GET",
  path: "/dt-platform/v1/app/api/apps",
  who: "member",
  summary: "当前身份可用的应用、分类与主题",
  feature: "catalogue",
  input: Type.Object({
    identity: Type.Optional(Type.String({ maxLength: 40, description: "如 teacher,all" })),
  }),
  answer: AppsAnswer,
  cached: true,
  anyServer: true,
});

export const saveQuickApps = declareCall({
  method: "POST",
  path: "/dt-platform/v1/user/user/save-apps",
  who: "member",
  summary: "保存当前身份的快捷应用",
  feature: "catalogue",
  input: Type.Object({
    app_ids: Type.Array(Id, { maxItems: MAX_QUICK_APPS, uniqueItems: true }),
  }),
  answer: Type.Object({ app_ids: Type.Array(Id) }),
  anyServer: true,
  echoes: true,
});
