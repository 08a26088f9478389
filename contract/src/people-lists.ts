import { ChangeSource } from "./change-set.ts";
import { Type } from "typebox";
import { declareCall } from "./call.ts";
import { MAX_CHANGED_PEOPLE } from "./class-change.ts";
import { PEOPLE_FILTERS, ListedPerson, PEOPLE_SORTS } from "./people.ts";
import { After, Id, Next, Nothing, Within } from "./schema.ts";

/** Lists of people that come from outside, and those that go there (AD-01, AD-13). */

/** The number of people in one page of an export. */
export const EXPORTED_AT_ONCE = 1000;

const closed = { additionalProperties: false };

/**
 * Finds the people of a pasted column: each line is a whole account, roster number or mobile number. People outside the
 * caller's scope are not found.
 */
export const matchPeople = declareCall({
  method: "POST",
  keepsNothing: true,
  path: "/dt-platform/v1/administration/people/match",
  who: { right: "people.read" },
  summary: "按一列账号、学号或手机号找人",
  feature: "people",
  input: Type.Object(
    {
      school_id: Type.Optional(
        Type.String({ minLength: 1, maxLength: 64, description: "只在这所学校或区域里找" }),
      ),
      lines: Type.Array(Type.String({ maxLength: 100 }), {
        minItems: 1,
        maxItems: MAX_CHANGED_PEOPLE,
        description: "每行一个账号、学号（工号）或手机号",
      }),
    },
    closed,
  ),
  answer: Type.Object({
    people: Type.Array(ListedPerson, { description: "找到的人，按名单的顺序，每人一次" }),
    unmatched: Type.Array(
      Type.Object({
        line: Type.Integer({ description: "第几行，从 1 数起" }),
        text: Type.String({ description: "这一行的内容" }),
        why: Type.Enum(["nobody", "several"], {
          description: "nobody 没有对应的人，several 对应不止一人",
        }),
      }),
      { description: "没有对应到一个人的行，按名单的顺序" },
    ),
    source: ChangeSource,
  }),
});

/** Reads a page of people for an exported file; each page is recorded in the audit. */
export const exportPeople = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/people/export",
  who: { right: "people.read" },
  summary: "导出人员，一页一页地取",
  feature: "people",
  input: Type.Object(
    {
      ...PEOPLE_FILTERS,
      user_ids: Type.Optional(
        Type.Array(Id, {
          minItems: 1,
          maxItems: MAX_CHANGED_PEOPLE,
          description: "只导出这些人；写了它，其他条件不起作用",
        }),
      ),
      sort: Type.Optional(Type.Enum(PEOPLE_SORTS)),
      after: After(600),
    },
    closed,
  ),
  answer: Type.Object({
    people: Type.Array(ListedPerson, { description: "本页的人员" }),
    next: Next,
  }),
});

/** The reasons for which two accounts look like one person's (AD-14). */
export const DUPLICATE_REASONS = {
  number: "学号或工号相同",
  birth: "姓名和出生日期相同",
  mobile: "姓名和手机号相同",
} as const satisfies Record<string, string>;
export type DuplicateReason = keyof typeof DUPLICATE_REASONS;

/** Lists accounts of the caller's scope that look like one person's, a group each; those said to be several are left out. */
export const readDuplicates = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/people/duplicates",
  who: { right: "people.write" },
  summary: "疑似同一个人的账号",
  feature: "people",
  input: Type.Object({
    school_id: Within,
    after: After(600),
  }),
  answer: Type.Object({
    groups: Type.Array(
      Type.Object({
        why: Type.Enum(Object.keys(DUPLICATE_REASONS) as DuplicateReason[], {
          description:
            "为什么疑似：number 学号相同，birth 姓名和出生日期相同，mobile 姓名和手机号相同",
        }),
        people: Type.Array(ListedPerson, { description: "这些账号" }),
      }),
    ),
    next: Next,
  }),
});

/** Records that accounts which look alike belong to several people: they are no longer listed. */
export const markDistinct = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/people/distinct",
  who: { right: "people.write" },
  summary: "确认几个账号不是同一个人",
  feature: "people",
  input: Type.Object({ user_ids: Type.Array(Id, { minItems: 2, maxItems: 20 }) }, closed),
  answer: Nothing,
});
