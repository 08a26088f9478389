import { Type, type Static } from "typebox";
import { APP_NAME_MAX, SHELF_STATES } from "./app-entry.ts";
import { declareCall } from "./call.ts";
import { Category, LAUNCH_KINDS } from "./catalogue.ts";
import { Id, Nullable, Time } from "./schema.ts";
import { OwnProof } from "./second-factor.ts";

/** Apps as managers of a school's apps see them (AD-19). */

const ManagedApp = Type.Object({
  id: Id,
  name: Type.String(),
  icon: Type.String(),
  icon_mono: Type.String(),
  pinyin: Type.String(),
  category_id: Id,
  launch: Type.Enum(LAUNCH_KINDS),
  display_status: Type.Enum(["display", "not_display"]),
  shelf_state: Type.Enum(SHELF_STATES),
  district_id: Nullable(Id),
  filing_number: Type.String(),
  updated_at: Time,
  may_edit: Type.Boolean({ description: "能否更改；平台的应用区域只能开关" }),
  off_school_ids: Type.Array(Id, { description: "管辖的学校中关闭了它的" }),
});
export type ManagedApp = Static<typeof ManagedApp>;

/** Lists the apps that are offered to a school in the scope. */
export const readManagedApps = declareCall({
  method: "GET",
  path: "/dt-platform/v1/admin/app/managed",
  who: { right: "app.manage" },
  summary: "管辖范围内的应用和它们的状态",
  feature: "catalogue",
  input: Type.Object({}),
  answer: Type.Object({ apps: Type.Array(ManagedApp), categories: Type.Array(Category) }),
});

/** Switches an app off for everybody at one school, or on again; its entry is not changed. */
export const switchAppAtSchool = declareCall({
  method: "POST",
  path: "/dt-platform/v1/admin/app/switch",
  who: { right: "app.manage" },
  summary: "在一所学校里打开或关闭一个应用",
  feature: "catalogue",
  input: Type.Object({
    app_id: Id,
    school_id: Id,
    on: Type.Boolean({ description: "打开还是关闭" }),
  }),
  answer: Type.Object({ on: Type.Boolean({ description: "现在是否打开" }) }),
});

/**
 * Gives an app a new secret, which is in the answer this once; the old one is refused from now on. Refused with 40004
 * and `data.check` = `password` without a fresh proof.
 */
export const renewAppSecret = declareCall({
  method: "POST",
  path: "/dt-platform/v1/admin/app/renew-secret",
  who: { right: "app.register" },
  summary: "为应用换一个新密钥",
  feature: "catalogue",
  input: Type.Object({ app_id: Id, ...OwnProof.properties }, { additionalProperties: false }),
  answer: Type.Object({ secret: Type.String({ description: "新的密钥，只在这里出现一次" }) }),
});

/**
 * Deletes an app that nobody but the caller has opened, for good, with its secret and tokens. Refused while people see it, when
 * it belongs to the program, when `name` is not its name, and once it is in use: what it got of whom is then on record under its
 * name. Refused with 40004 and `data.check` = `password` without a fresh proof.
 */
export const removeApp = declareCall({
  method: "POST",
  path: "/dt-platform/v1/admin/app/remove",
  who: { right: "app.register" },
  summary: "删除一个没有人用过的应用",
  feature: "catalogue",
  input: Type.Object(
    {
      app_id: Id,
      name: Type.String({
        minLength: 1,
        maxLength: APP_NAME_MAX,
        description: "应用的名称，照着输入一遍",
      }),
      ...OwnProof.properties,
    },
    { additionalProperties: false },
  ),
  answer: Type.Object({}),
});
