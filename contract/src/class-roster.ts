import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { Id, Nullable, Time } from "./schema.ts";
import { SchoolClass } from "./school.ts";
import { OwnProof } from "./second-factor.ts";

/** The days for which a password set for a pupil can be replaced by the pupil's own. */
export const TEMPORARY_PASSWORD_DAYS = 7;

export const RosterPupil = Type.Object({
  id: Id,
  name: Type.String(),
  avatar: Nullable(Type.String()),
  account: Type.String(),
  temporary_until: Nullable(
    Type.String({ format: "date-time", description: "正在使用别人代设的密码，到此时失效" }),
  ),
  has_growth: Type.Boolean({ description: "班主任可以打开的成长档案里有内容" }),
});
export type RosterPupil = Static<typeof RosterPupil>;

/**
 * Reads the classes that a head-teacher heads, or every class of a manager's school with headed ones first, and the
 * pupils of one. 404 for a class of others.
 */
export const readClassRoster = declareCall({
  method: "GET",
  path: "/dt-platform/v1/user/class-roster",
  who: { identities: ["teacher", "manager"] },
  summary: "我管理的班级和其中一个班的学生",
  feature: "class-roster",
  input: Type.Object({ class_id: Type.Optional(Id) }),
  answer: Type.Object({
    classes: Type.Array(SchoolClass),
    class_id: Nullable(Type.String({ description: "pupils 所在的班级；没有班级时为空" })),
    pupils: Type.Array(RosterPupil),
  }),
});

/**
 * Sets a password that the pupil must replace at the next sign-in (SE-11); every session and remembered device of the
 * pupil ends. For the head-teacher of one of the pupil's classes, a manager of one of the pupil's schools, or a bound
 * parent. Refused with 40004 and `data.check` = `password` without a fresh proof (`OwnProof`).
 */
export const resetPupilPassword = declareCall({
  method: "POST",
  path: "/dt-platform/v1/user/class-roster/reset-password",
  who: { identities: ["teacher", "manager", "parent"] },
  summary: "为学生设一个临时密码",
  feature: "class-roster",
  input: Type.Object(
    {
      user_id: Id,
      ...OwnProof.properties,
    },
    { additionalProperties: false },
  ),
  answer: Type.Object({
    name: Type.String(),
    account: Type.String(),
    password: Type.String({ description: "临时密码，只在这里出现一次" }),
    valid_until: Time,
  }),
});
