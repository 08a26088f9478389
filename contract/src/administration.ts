import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { ListedPerson } from "./people.ts";
import { DUTIES, PLACE_KINDS, RIGHTS } from "./right.ts";
import { Id, Nothing, Nullable, Time } from "./schema.ts";
import { RowOrigin } from "./origin.ts";

/** Rights and places as administration's pages see them (GR-01…06). */

export const RightSchema = Type.Enum(RIGHTS);
const DutySchema = Type.Enum([...DUTIES], {
  description: "system 系统管理员，security 安全管理员，audit 审计管理员",
});
export const PlaceKindSchema = Type.Enum([...PLACE_KINDS]);

export const PLACE = {
  kind: PlaceKindSchema,
  school_id: Nullable(Id),
  part_id: Type.String({ maxLength: 64, description: "年级或班级；其他范围为空" }),
};

/** A place with its name, as 「三年级（2）班」. */
export const NamedPlace = Type.Object({
  ...PLACE,
  name: Type.String(),
  /** The name of the school that a grade or class belongs to; else empty. */
  school_name: Type.String(),
});
export type NamedPlace = Static<typeof NamedPlace>;

export const readAdministration = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/own",
  who: "self",
  summary: "我有哪些管理权限，在哪些范围",
  feature: "administration",
  input: Nothing,
  answer: Type.Object({
    rights: Type.Array(Type.Object({ right: RightSchema, places: Type.Array(NamedPlace) })),
    is_separate: Type.Boolean({
      description: "三员分立（SEPARATE_ADMINS）已开启：系统、安全、审计管理员由不同的人担任",
    }),
    conflict: Type.Array(DutySchema, {
      description: "我同时有哪几种管理员的权限，因此它们都不生效；没有时为空",
    }),
  }),
});

export const Organisation = Type.Object({
  id: Id,
  kind: Type.Enum(["district", "school"]),
  parent_id: Nullable(Id),
  name: Type.String(),
  logo: Nullable(Type.String()),
  stage_ids: Type.Array(Type.String()),
  is_abled: Type.Boolean(),
  is_roster_owned: Type.Boolean(),
  is_whole: Type.Boolean({ description: "整个机构都归我管；否则只有其中的年级或班级" }),
});
export type Organisation = Static<typeof Organisation>;

export const readOrganisations = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/organisations",
  who: { right: "people.read" },
  summary: "我管理的区域和学校",
  feature: "administration",
  input: Nothing,
  answer: Type.Object({ organisations: Type.Array(Organisation) }),
});

export const AdministeredClass = Type.Object({
  school_id: Id,
  id: Id,
  name: Type.String(),
  grade_id: Type.String(),
  stage_id: Type.String(),
  is_abled: Type.Boolean(),
  is_roster_owned: Type.Boolean(),
  pupils: Type.Integer(),
  heads: Type.Array(Type.Object({ id: Id, name: Type.String() })),
});
export type AdministeredClass = Static<typeof AdministeredClass>;

export const readClasses = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/classes",
  who: { right: "people.read" },
  summary: "一所学校里归我管的班级",
  feature: "administration",
  input: Type.Object({
    school_id: Id,
    archived: Type.Optional(Type.Boolean({ description: "连同已归档的" })),
  }),
  answer: Type.Object({ classes: Type.Array(AdministeredClass) }),
});

/** A pupil of a class, with what says the state of the account as lists of people say it. */
const ClassPupil = Type.Pick(ListedPerson, [
  "id",
  "name",
  "account",
  "is_abled",
  "memberships",
  "last_sign_in",
  "locked",
]);

export const readClass = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/class",
  who: { right: "people.read" },
  summary: "一个班级的学生和教师",
  feature: "administration",
  input: Type.Object({ school_id: Id, class_id: Id }),
  answer: Type.Object({
    class: AdministeredClass,
    written: RowOrigin,
    pupils: Type.Array(ClassPupil),
    teachers: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        account: Type.String(),
        subject_id: Type.String(),
        subject_name: Type.String(),
        is_head: Type.Boolean(),
        written: RowOrigin,
      }),
    ),
  }),
});

/** The rights that a person has for one reason. */
export const HeldRights = Type.Object({
  rights: Type.Array(RightSchema),
  bundle: Nullable(Type.String({ description: "权限组的名称；单项权限为空" })),
  place: NamedPlace,
  source: Type.Enum(["identity", "head-teacher", "grant"]),
  grant_id: Nullable(Id),
  since: Nullable(Time),
  until: Nullable(Time),
  given_by: Nullable(Type.Object({ id: Id, name: Type.String() })),
  may_end: Type.Boolean({ description: "我可以收回它" }),
  in_force: Type.Boolean({
    description: "三员分立时，同时有两种管理员权限的人，这些权限都不生效，为 false",
  }),
});
export type HeldRights = Static<typeof HeldRights>;

export const readRightsOf = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/rights",
  who: { right: "people.read" },
  summary: "这个人在我管理的范围内有哪些权限",
  feature: "administration",
  input: Type.Object({ user_id: Id }),
  answer: Type.Object({ held: Type.Array(HeldRights) }),
});

export const Holder = Type.Object({
  id: Id,
  name: Type.String(),
  account: Type.String(),
  held: Type.Array(HeldRights),
});
export type Holder = Static<typeof Holder>;

export const readHolders = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/holders",
  who: { right: "people.read" },
  summary: "我管理的范围内谁有管理权限",
  feature: "administration",
  input: Type.Object({
    school_id: Type.Optional(Id),
    right: Type.Optional(RightSchema),
  }),
  answer: Type.Object({ holders: Type.Array(Holder) }),
});

export const readWhoMay = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/who-may",
  who: { right: "people.read" },
  summary: "在我管理的范围内，谁可以对这个人做什么",
  feature: "administration",
  input: Type.Object({ user_id: Id }),
  answer: Type.Object({
    holders: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        rights: Type.Array(RightSchema),
        because: Type.String({ description: "如“班主任 · 三年级（2）班”" }),
      }),
    ),
    above: Type.Boolean({ description: "上级区域和平台的管理员也可以" }),
  }),
});

/** Returns the duties with who has each, and the people with the rights of two, of whom neither is in force (GR-07). */
export const readDuties = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/duties",
  who: { right: "people.read" },
  summary: "系统、安全、审计管理员各是谁，谁同时有两种的权限",
  feature: "administration",
  input: Type.Object({ school_id: Type.Optional(Id) }),
  answer: Type.Object({
    duties: Type.Array(Type.Object({ duty: DutySchema, holders: Type.Array(Holder) }), {
      description: "没有开启三员分立时为空",
    }),
    conflicts: Type.Array(
      Type.Object({
        ...Holder.properties,
        duties: Type.Array(DutySchema, { description: "在我管理的范围内有哪几种的权限" }),
        elsewhere: Type.Boolean({ description: "有一部分在我管理的范围以外" }),
      }),
      { description: "同时有两种权限的人，这些权限都不生效" },
    ),
  }),
});
