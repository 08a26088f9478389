import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { Id, Nothing, Nullable, Time } from "./schema.ts";
import { OwnProof } from "./second-factor.ts";

/** New passwords for one or many people, and revoking other ways to sign in (AD-11, AD-12). */

/** The greatest number of people whose passwords one call sets: two classes. */
export const PASSWORDS_AT_ONCE = 100;
/** The hours for which the maker of a sheet can open it again. */
export const SHEET_HOURS = 24;

const closed = { additionalProperties: false };

export const SheetRow = Type.Object({
  id: Id,
  name: Type.String(),
  account: Type.String(),
  school_name: Type.String(),
  class_name: Type.String({ description: "不在班里的人为空" }),
  children: Type.Optional(Type.String({ description: "家长的孩子，各带班级，以“、”分隔" })),
  password: Type.String({ description: "只能用来设一个自己的密码" }),
});
export type SheetRow = Static<typeof SheetRow>;

const Sheet = {
  sheet_id: Id,
  made_at: Time,
  open_until: Time,
  valid_until: Time,
};

export const PasswordSheet = Type.Object({ ...Sheet, rows: Type.Array(SheetRow) });
export type PasswordSheet = Static<typeof PasswordSheet>;

/**
 * Sets passwords that each must be replaced at the next sign-in; every session and remembered device of these people
 * ends. Leaves out people who belong to other schools as well, or have more rights than the caller. Refused with 40004
 * and `data.check` = `password` without a fresh proof.
 */
export const resetPasswords = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/passwords/reset",
  who: { right: "people.secret" },
  summary: "为一个或多个人设新的临时密码",
  feature: "person-access",
  once: true,
  input: Type.Object(
    {
      user_ids: Type.Array(Id, { minItems: 1, maxItems: PASSWORDS_AT_ONCE }),
      ...OwnProof.properties,
    },
    closed,
  ),
  answer: Type.Object({
    ...PasswordSheet.properties,
    left_out: Type.Integer({ description: "没有改的人数：不归您管，或权限在您之上" }),
  }),
});

export const readPasswordSheets = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/passwords/sheets",
  who: { right: "people.secret" },
  summary: "我在 24 小时内做的密码条",
  feature: "person-access",
  input: Nothing,
  answer: Type.Object({
    sheets: Type.Array(Type.Object({ ...Sheet, people: Type.Integer() })),
  }),
});

/** Opens a sheet again, for its maker, within a day; passwords that their people have replaced are left out. */
export const openPasswordSheet = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/passwords/open",
  who: { right: "people.secret" },
  summary: "再次打开自己做的密码条",
  feature: "person-access",
  input: Type.Object({ sheet_id: Id, ...OwnProof.properties }, closed),
  answer: PasswordSheet,
});

const OnePerson = Type.Object({ user_id: Id, ...OwnProof.properties }, closed);

export const resetPersonFactors = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/person/reset-factors",
  who: { right: "people.secret" },
  summary: "取消一个人的两步验证，所有登录随之结束",
  feature: "person-access",
  input: OnePerson,
  answer: Type.Object({ had: Type.Boolean({ description: "此前设有两步验证" }) }),
});

export const endPersonSessions = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/person/end-sessions",
  who: { right: "people.secret" },
  summary: "结束一个人在所有设备上的登录",
  feature: "person-access",
  input: OnePerson,
  answer: Type.Object({ last_seen: Nullable(Time) }),
});
