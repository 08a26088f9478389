import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { STAGES } from "./stage.ts";
import { After, Id, IdentitySchema, Next, Nullable, Time } from "./schema.ts";

/** Schools as their administrators see them (AD-10). */

/** The number of schools in one answer. */
export const SCHOOLS_AT_ONCE = 100;

const Named = Type.Object({ id: Id, name: Type.String() });

const ORGANISATION_KINDS = ["school", "district"] as const;

/** A school, or a district, as a list shows it. */
export const ListedSchool = Type.Object({
  id: Id,
  kind: Type.Enum([...ORGANISATION_KINDS]),
  name: Type.String(),
  logo: Nullable(Type.String()),
  stage_ids: Type.Array(Type.String()),
  is_abled: Type.Boolean({ description: "学校是否启用" }),
  is_roster_owned: Type.Boolean(),
  district: Nullable(
    Type.Object(Named.properties, {
      description: "所在的区域；没有，或不在我管理的范围内时为空",
    }),
  ),
  pupils: Type.Integer({ description: "在用的学生身份数" }),
  staff: Type.Integer({ description: "在用的教职工人数；区域为它的管理员人数" }),
  schools: Type.Integer({ description: "区域里的学校数；学校为 0" }),
  classes: Type.Integer({ description: "在用的班级数" }),
});
export type ListedSchool = Static<typeof ListedSchool>;

/** Lists the schools, or the districts, that are the caller's as a whole; `within` is a district or one school. */
export const readSchools = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/schools",
  who: { right: "school.write" },
  summary: "我管理的学校",
  feature: "school",
  input: Type.Object({
    q: Type.Optional(Type.String({ maxLength: 60, description: "名称的一部分，或名册中的代码" })),
    within: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: "区域或学校的编号" }),
    ),
    kind: Type.Optional(
      Type.Enum([...ORGANISATION_KINDS], { description: "学校（不写也是）或区域" }),
    ),
    state: Type.Optional(Type.Enum(["enabled", "disabled"], { description: "启用的或停用的" })),
    stage_id: Type.Optional(
      Type.Enum(
        STAGES.map(({ id }) => id),
        { description: "只列出有这个学段的" },
      ),
    ),
    after: After(300),
  }),
  answer: Type.Object({
    schools: Type.Array(ListedSchool, { description: "本页的学校，按名称" }),
    count: Type.Integer({ description: "符合条件的一共多少所" }),
    next: Next,
  }),
});

export const SCHOOL_ACTS = ["edit", "state", "move"] as const;

export const AdministeredSchool = Type.Object({
  ...ListedSchool.properties,
  code: Nullable(Type.String({ description: "名册中的代码" })),
  source: Nullable(Type.String({ description: "由哪份名册带来；手工建立时为空" })),
  created_at: Time,
  people: Type.Array(
    Type.Object({
      identity: IdentitySchema,
      enabled: Type.Integer({ description: "在用的人数" }),
      disabled: Type.Integer({ description: "停用的人数" }),
    }),
    { description: "各种身份的人数" },
  ),
  grades: Type.Array(
    Type.Object({
      grade_id: Type.String(),
      classes: Type.Integer(),
      pupils: Type.Integer({ description: "在这些班级的学生人数" }),
      without_head: Type.Integer({ description: "没有班主任的班级数" }),
    }),
    { description: "各年级在用的班级" },
  ),
  bundles: Type.Array(Named, { description: "本校自定的权限组" }),
  apps: Type.Array(Named, { description: "只给部分学校、其中有本校的应用" }),
  invitations: Type.Integer({ description: "还有效的邀请码" }),
  leaver_rule: Nullable(
    Type.Object(
      {
        days: Type.Integer({ description: "离校后保留多少天，0 为一直保留" }),
        is_own: Type.Boolean({ description: "由学校自己设定；否则是平台的规定" }),
        platform_days: Type.Integer({ description: "平台规定的天数，0 为一直保留" }),
        may_set: Type.Boolean({ description: "当前登录者可以修改" }),
      },
      { description: "对离校人员的规定；区域没有，为空" },
    ),
  ),
  can: Type.Array(Type.Enum([...SCHOOL_ACTS]), { description: "我可以对它做什么" }),
});
export type AdministeredSchool = Static<typeof AdministeredSchool>;

/** Shows a school or district that is the caller's as a whole; any other answers as what does not exist. */
export const readSchool = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/school",
  who: { right: "school.write" },
  summary: "我管理的一所学校",
  feature: "school",
  input: Type.Object({ school_id: Id }),
  answer: AdministeredSchool,
});

const Few = (description: string) =>
  Type.Object(
    {
      count: Type.Integer({ description: "一共多少" }),
      named: Type.Array(Named, { description: "其中的前几个" }),
    },
    { description },
  );

export const SchoolMove = Type.Object({
  from: Nullable(Type.Object(Named.properties, { description: "现在所在的区域" })),
  to: Type.Object(Named.properties, { description: "要移到的区域" }),
  people_lost: Few("不再能管理这所学校的人"),
  people_gained: Few("将能管理这所学校的人"),
  apps_lost: Few("这所学校不再能用的应用"),
  apps_gained: Few("这所学校将能用的应用"),
});
export type SchoolMove = Static<typeof SchoolMove>;

/** Previews who loses and gains what when a school moves to another district (AD-10); changes nothing. */
export const previewSchoolMove = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/school/move",
  who: { right: "school.write" },
  summary: "学校移到另一个区域，谁会失去或得到什么",
  feature: "school",
  input: Type.Object({ school_id: Id, district_id: Id }),
  answer: SchoolMove,
});
