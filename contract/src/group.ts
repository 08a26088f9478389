import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { GRADES } from "./stage.ts";
import { Id, IdentitySchema, Nothing, Nullable, Time } from "./schema.ts";

/** Groups of people at a school or a district, as clubs and year heads, made by hand or by rule (AD-16). They carry no rights. */

export const GROUP_PARTS = ["everybody", "heads", "year-heads"] as const;
export type GroupPart = (typeof GROUP_PARTS)[number];
export const GROUP_PART_NAMES: Readonly<Record<GroupPart, string>> = {
  everybody: "全部",
  heads: "只要班主任",
  "year-heads": "只要年级组长",
};

/** Entries of one list of a rule, at most. */
const MAX_LISTED = 200;
const closed = { additionalProperties: false };

/**
 * A rule that says who is in a group: whoever has one of the identities at its school, or a school of its district, in one of the
 * grades and classes, and teaches one of the subjects. Empty lists limit nothing; parents count by their children.
 */
export const GroupRule = Type.Object(
  {
    identities: Type.Array(IdentitySchema, {
      maxItems: 6,
      description: "身份；班主任和年级组长不必写",
    }),
    grade_ids: Type.Array(Type.Enum(GRADES.map(({ id }) => id)), { maxItems: GRADES.length }),
    class_ids: Type.Array(Type.String({ minLength: 1, maxLength: 129 }), {
      maxItems: MAX_LISTED,
      description: "班级；区域的群组写成“学校编号/班级编号”",
    }),
    subject_ids: Type.Array(Id, { maxItems: MAX_LISTED, description: "学科；只对教师" }),
    part: Type.Enum([...GROUP_PARTS], {
      description: "everybody 全部，heads 只要班主任，year-heads 只要年级组长",
    }),
  },
  closed,
);
export type GroupRule = Static<typeof GroupRule>;

export const PeopleGroup = Type.Object({
  id: Id,
  school_id: Id,
  place_name: Type.String({ description: "学校或区域的名称" }),
  name: Type.String(),
  description: Type.String(),
  rule: Nullable(GroupRule),
  sentence: Type.String({ description: "谁在里面，如“三年级的语文教师”" }),
  people: Type.Integer({ description: "现在有多少人" }),
  apps: Type.Array(Type.String(), { description: "哪些应用用它来限定谁能看见" }),
  may_edit: Type.Boolean(),
  updated_at: Time,
});
export type PeopleGroup = Static<typeof PeopleGroup>;

export const readGroups = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/groups",
  who: { right: "people.read" },
  summary: "我管理的学校和区域的群组",
  feature: "group",
  input: Type.Object({
    school_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: "只看这所学校或区域的" }),
    ),
  }),
  answer: Type.Object({
    groups: Type.Array(PeopleGroup),
    subjects: Type.Array(Type.Object({ id: Id, name: Type.String() }), {
      description: "所有学科，规则可以选用",
    }),
  }),
});

export const readGroup = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/group",
  who: { right: "people.read" },
  summary: "一个群组",
  feature: "group",
  input: Type.Object({ group_id: Id }),
  answer: PeopleGroup,
});

/**
 * Without `group_id` makes a group, without `rule` one by hand; a rule stays a rule, and a list a list, whose people a change `group-members` sets.
 * Refused with 40900 when somebody else has changed it since `as_of`.
 */
export const saveGroup = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/group/save",
  who: { right: "people.write" },
  summary: "新建一个群组，或改它的名称、说明和规则",
  feature: "group",
  input: Type.Object(
    {
      group_id: Type.Optional(Id),
      as_of: Type.Optional({ ...Time, description: "改的是哪时的群组：它的 updated_at" }),
      school_id: Type.Optional(
        Type.String({ minLength: 1, maxLength: 64, description: "新建时：学校或区域" }),
      ),
      name: Type.String({ minLength: 1, maxLength: 30 }),
      description: Type.String({ maxLength: 200 }),
      rule: Type.Optional(GroupRule),
    },
    closed,
  ),
  answer: PeopleGroup,
});

/** Refused with 40900 while an app names the group: it would be seen by others than was meant. */
export const removeGroup = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/group/remove",
  who: { right: "people.write" },
  summary: "删除一个群组；里面的人不受影响",
  feature: "group",
  input: Type.Object({ group_id: Id }, closed),
  answer: Nothing,
});

/** Counts whom a rule would bring together, by identity; nobody is named. */
export const previewGroup = declareCall({
  method: "POST",
  keepsNothing: true,
  path: "/dt-platform/v1/administration/group/preview",
  who: { right: "people.read" },
  summary: "预览一条规则现在包含多少人；什么也不保存",
  feature: "group",
  input: Type.Object({ school_id: Id, rule: GroupRule }, closed),
  answer: Type.Object({
    sentence: Type.String(),
    people: Type.Integer(),
    identities: Type.Array(Type.Object({ identity: IdentitySchema, people: Type.Integer() })),
  }),
});
