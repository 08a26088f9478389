import { Type, type Static } from "typebox";
import { Id, IdentitySchema, Nullable, otherwise } from "./schema.ts";

/** A school as one membership sees it: `is_abled` is true when both the school and the membership are enabled. */
export const School = Type.Object({
  id: Id,
  name: Type.String(otherwise("我的学校")),
  logo: Nullable(Type.String()),
  is_abled: Type.Boolean(otherwise(true)),
  identity: IdentitySchema,
});
export type School = Static<typeof School>;

export const SchoolClass = Type.Object({
  id: Id,
  name: Type.String(),
  grade_id: Type.String(),
  stage_id: Type.String(),
});
export type SchoolClass = Static<typeof SchoolClass>;
