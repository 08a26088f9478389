import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { After, Id, IdentitySchema, Next, Nullable } from "./schema.ts";

/** States by which a list of people is filtered (AD-01). */
export const PERSON_STATE_NAMES = {
  "never-signed-in": "从未登录",
  disabled: "已停用",
  locked: "已锁定",
  "no-class": "学生没有班级",
  "no-guardian": "学生没有监护人",
  "consent-missing": "协议未同意",
  expiring: "身份即将到期",
} as const satisfies Record<string, string>;
export type PersonState = keyof typeof PERSON_STATE_NAMES;
export const PERSON_STATES = Object.keys(PERSON_STATE_NAMES) as PersonState[];

/** Orders of a list: by pinyin, by account, the latest added first. */
export const PEOPLE_SORT_NAMES = {
  name: "姓名",
  account: "账号",
  recent: "最近加入",
} as const satisfies Record<string, string>;
export type PeopleSort = keyof typeof PEOPLE_SORT_NAMES;
export const PEOPLE_SORTS = Object.keys(PEOPLE_SORT_NAMES) as PeopleSort[];

/** Days before its last day in which an identity counts as expiring (AD-05). */
export const EXPIRING_DAYS = 14;
/** The greatest number of people in one answer, and the default. */
export const MAX_PEOPLE_PAGE_SIZE = 200;
export const PEOPLE_PAGE_SIZE = 50;
/** The number up to which people are counted. */
export const MAX_PEOPLE_COUNTED = 10_000;

const ofId = { minLength: 1, maxLength: 64 } as const;
/** Filters of a list of people. */
export const PEOPLE_FILTERS = {
  q: Type.Optional(
    Type.String({
      maxLength: 60,
      description:
        "姓名的一部分，全拼（可只写开头）或首字母，账号的开头，学号或其末几位，手机号或其末 4 位以上",
    }),
  ),
  school_id: Type.Optional(
    Type.String({ ...ofId, description: "学校的编号；写区域时，连同其中的学校" }),
  ),
  grade_id: Type.Optional(Type.String({ ...ofId, description: "年级的编号" })),
  class_id: Type.Optional(Type.String({ ...ofId, description: "班级的编号" })),
  identity: Type.Optional(IdentitySchema),
  group_id: Type.Optional(Type.String({ ...ofId, description: "群组的编号" })),
  state: Type.Optional(Type.Enum(PERSON_STATES, { description: "只列出处于这个状态的人" })),
};

/** A membership as lists and a person's page show it. */
export const PersonMembership = Type.Object({
  school_id: Id,
  school_name: Type.String(),
  identity: IdentitySchema,
  is_abled: Type.Boolean({ description: "学校与在其中的身份都启用" }),
  until: Nullable(
    Type.String({ format: "date-time", description: "这个身份何时到期，不到期时为空" }),
  ),
});

/** The lock of an account, with its reason. */
export const PersonLock = Type.Object(
  {
    until: Nullable(
      Type.String({ format: "date-time", description: "锁定到何时，一直锁定时为空" }),
    ),
    reason: Type.String({ description: "锁定的原因" }),
  },
  { description: "账号被锁定的情况，没有锁定时为空" },
);

/** A mobile number whose middle digits are masked. */
export const Mobile = Nullable(Type.String({ description: "打码的手机号，如 138****0000" }));

/** A person in a list; schools and classes are those in the caller's scope. */
export const ListedPerson = Type.Object({
  id: Id,
  name: Type.String(),
  account: Type.String(),
  avatar: Nullable(Type.String()),
  is_abled: Type.Boolean({ description: "账号是否启用" }),
  memberships: Type.Array(PersonMembership, { description: "所在学校与身份" }),
  classes: Type.Array(Type.Object({ school_id: Id, id: Id, name: Type.String() }), {
    description: "就读或任教的班级",
  }),
  mobile_masked: Mobile,
  student_number: Nullable(Type.String({ description: "名册中的学号，不是学生时为空" })),
  last_sign_in: Nullable(
    Type.String({ format: "date-time", description: "最近一次登录；半年内没有时为空" }),
  ),
  locked: Nullable(PersonLock),
});
export type ListedPerson = Static<typeof ListedPerson>;

/**
 * Lists the people in the caller's scope, by text and filters (AD-01). Anything outside the scope is left out as if it
 * did not exist, also a person's membership of another school. `next` continues after the last one; people who do not
 * change meanwhile are listed exactly once.
 */
export const readPeople = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/people",
  who: { right: "people.read" },
  summary: "查找管辖范围内的人员",
  feature: "people",
  input: Type.Object({
    ...PEOPLE_FILTERS,
    sort: Type.Optional(
      Type.Enum(PEOPLE_SORTS, {
        description: "排序：name 按拼音（默认），account 按账号，recent 最近加入的在前",
      }),
    ),
    after: After(600),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_PEOPLE_PAGE_SIZE,
        description: `本页最多几人，不写为 ${PEOPLE_PAGE_SIZE}`,
      }),
    ),
  }),
  answer: Type.Object({
    people: Type.Array(ListedPerson, { description: "本页的人员" }),
    next: Next,
  }),
});

/** Counts the people whom `readPeople` would list, up to `MAX_PEOPLE_COUNTED`. */
export const countPeople = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/people/count",
  who: { right: "people.read" },
  summary: "统计管辖范围内符合条件的人数",
  feature: "people",
  input: Type.Object(PEOPLE_FILTERS),
  answer: Type.Object({
    count: Type.Integer({ description: `人数，最多数到 ${MAX_PEOPLE_COUNTED}` }),
    more: Type.Boolean({ description: "实际人数更多" }),
  }),
});
