import { Type, type Static } from "typebox";
import { App, Category } from "./catalogue.ts";
import { declareCall } from "./call.ts";
import { Id, Nullable } from "./schema.ts";
import { SchoolClass } from "./school.ts";
import { EyeProtection } from "./user.ts";

const closed = { additionalProperties: false } as const;

/** A child's reminders to rest; with `fixed` a guardian has set them and the child cannot change them. */
export const ChildEyes = Type.Object({ ...EyeProtection.properties, fixed: Type.Boolean() });
export type ChildEyes = Static<typeof ChildEyes>;

export const OwnChild = Type.Object({
  id: Id,
  name: Type.String(),
  avatar: Nullable(Type.String()),
  school: Nullable(Type.Object({ id: Id, name: Type.String() })),
  classes: Type.Array(SchoolClass),
  eye_protection: ChildEyes,
  needs_consent: Type.Boolean({
    description: "未满 14 岁，还没有家长同意过《儿童个人信息保护规则》",
  }),
});
export type OwnChild = Static<typeof OwnChild>;

/** Lists the caller's own children under 18 (ID-10). */
export const readChildren = declareCall({
  method: "GET",
  path: "/dt-platform/v1/user/children",
  who: "self",
  summary: "本人的孩子，和为他们做的设定",
  feature: "family",
  input: Type.Object({}),
  answer: Type.Array(OwnChild),
});

/** Changes a child's reminders to rest; missing fields stay. Of two guardians the last one wins. 404 for a child who is not the caller's. */
export const saveChildEyes = declareCall({
  method: "POST",
  path: "/dt-platform/v1/user/children/eye-protection",
  who: "self",
  summary: "设定孩子的护眼提醒",
  feature: "family",
  input: Type.Object({ child_id: Id, ...Type.Partial(ChildEyes).properties }, closed),
  answer: ChildEyes,
});

/** Reads the catalogue as the child would get it now, in a browser. 404 for a child who is not the caller's. */
export const readChildApps = declareCall({
  method: "GET",
  path: "/dt-platform/v1/user/children/apps",
  who: "self",
  summary: "孩子能用的应用",
  feature: "family",
  input: Type.Object({ child_id: Id }),
  answer: Type.Object({ apps: Type.Array(App), category: Type.Array(Category) }),
});
