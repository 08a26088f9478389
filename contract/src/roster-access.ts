import { Type, type Static } from "typebox";
import { Id } from "./schema.ts";

/** The greatest number of schools that an entry names for the roster interface. */
export const MAX_ROSTER_SCHOOLS = 500;

/**
 * Data that an app may read as OneRoster 1.2 (RO-09). Whatever is allowed here, it reads only of people who may see it;
 * identity-card numbers are nowhere in it.
 */
export const RosterAccess = Type.Object(
  {
    school_ids: Type.Array(Id, {
      maxItems: MAX_ROSTER_SCHOOLS,
      description: "限于这些学校；为空时为看得见它的人所在的全部学校",
    }),
    pairwise: Type.Boolean({ description: "人员编号只在这个应用内有效，与登录时的 sub 相同" }),
    parents: Type.Boolean({ description: "家长，以及家长与孩子的关系" }),
    mobile: Type.Boolean({ description: "手机号" }),
    email: Type.Boolean({ description: "邮箱" }),
    demographics: Type.Boolean({ description: "性别与出生日期" }),
  },
  { additionalProperties: false },
);
export type RosterAccess = Static<typeof RosterAccess>;

/** The access that an entry gets when it is turned on: the least of everything. */
export const MINIMAL_ROSTER_ACCESS: RosterAccess = {
  school_ids: [],
  pairwise: true,
  parents: false,
  mobile: false,
  email: false,
  demographics: false,
};
