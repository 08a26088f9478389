import { Type } from "typebox";
import { declareCall } from "./call.ts";
import { ListedPerson } from "./people.ts";
import { After, Id, Next, Nothing, Nullable, Within } from "./schema.ts";
import { OwnProof } from "./second-factor.ts";

/** People who have left: kept for a time, then erased (AD-07). */

/** The days for which a school may keep people who have left; 0 means without end. */
export const MIN_LEAVER_DAYS = 30;
export const MAX_LEAVER_DAYS = 3650;

const closed = { additionalProperties: false };

/** Lists people who have left the caller's schools and will be erased, the next due first; kept ones come last. */
export const readLeavers = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/leavers",
  who: { right: "people.write" },
  summary: "已离校、即将删除的人员",
  feature: "people",
  input: Type.Object({
    school_id: Within,
    after: After(600),
  }),
  answer: Type.Object({
    leavers: Type.Array(
      Type.Object({
        person: ListedPerson,
        left_at: Type.String({ format: "date-time", description: "何时不再属于任何学校" }),
        due_at: Nullable(
          Type.String({ format: "date-time", description: "何时删除，不删除时为空" }),
        ),
        kept: Nullable(
          Type.Object(
            {
              until: Nullable(
                Type.String({ format: "date-time", description: "保留到何时，一直保留时为空" }),
              ),
              by: Nullable(Type.String({ description: "谁决定保留的" })),
              why: Type.String({ description: "为什么保留" }),
            },
            { description: "有人决定保留时的情况" },
          ),
        ),
      }),
      { description: "本页的人员" },
    ),
    next: Next,
    rule: Nullable(
      Type.Object(
        {
          days: Type.Integer({ description: "离校后保留多少天，0 为一直保留" }),
          is_own: Type.Boolean({ description: "由学校自己设定；否则是平台的规定" }),
          platform_days: Type.Integer({ description: "平台规定的天数，0 为一直保留" }),
          may_set: Type.Boolean({ description: "当前登录者可以修改" }),
        },
        { description: "所看的那一所学校的规定；没有写明一所学校时为空" },
      ),
    ),
  }),
});

/** Keeps people who have left, until a day or without end; or keeps them no longer. */
export const keepLeavers = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/leavers/keep",
  who: { right: "people.write" },
  summary: "保留已离校的人员，或不再保留",
  feature: "people",
  input: Type.Object(
    {
      user_ids: Type.Array(Id, { minItems: 1, maxItems: 200 }),
      keep: Type.Boolean({ description: "保留；false 为不再保留" }),
      until: Type.Optional(
        Type.String({ format: "date", description: "保留到哪一天，不写为一直保留" }),
      ),
      why: Type.Optional(Type.String({ maxLength: 200, description: "为什么保留" })),
    },
    closed,
  ),
  answer: Nothing,
});

/** Sets the number of days for which a school keeps people who have left. */
export const setLeaverRule = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/leavers/rule",
  who: { right: "people.erase" },
  summary: "设定学校对离校人员的保留天数",
  feature: "people",
  input: Type.Object(
    {
      school_id: Id,
      days: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: MAX_LEAVER_DAYS,
          description: "30 到 3650 天，0 为一直保留，不写为按平台的规定",
        }),
      ),
      ...OwnProof.properties,
    },
    closed,
  ),
  answer: Nothing,
});
