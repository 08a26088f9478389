import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { Id, Time } from "./schema.ts";

/** Kinds of cards that apps send and that make up a pupil's growth record (HO-05). */
export const GROWTH_KINDS = ["medal", "figure", "list"] as const;
/** Days for which such a card is kept after its last change. */
export const GROWTH_DAYS = 400;

export const GrowthCard = Type.Object({
  app: Type.Object({ id: Id, name: Type.String(), icon: Type.String() }),
  kind: Type.Enum([...GROWTH_KINDS], { description: "medal 奖章，figure 一个数，list 几行" }),
  title: Type.String(),
  note: Type.String({ description: "没有时为空" }),
  value: Type.String({ description: "figure 的数；没有时为空" }),
  unit: Type.String({ description: "figure 的单位；没有时为空" }),
  lines: Type.Array(Type.Object({ text: Type.String(), note: Type.String() })),
  at: { ...Time, description: "应用最后一次更新的时刻" },
});
export type GrowthCard = Static<typeof GrowthCard>;

/**
 * Reads what apps have sent for the pupil, for each child of a parent, or for the pupil that a head-teacher names; whoever
 * may not see that pupil's gets 404.
 */
export const readGrowthRecord = declareCall({
  method: "GET",
  path: "/dt-platform/v1/user/growth-record",
  who: "member",
  summary: "成长档案：应用为学生发来的奖章、数字和记录",
  feature: "growth-record",
  input: Type.Object({
    user_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: "班主任看本班一名学生的" }),
    ),
  }),
  answer: Type.Object({
    people: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        cards: Type.Array(GrowthCard, { description: "应用发来的内容，新的在前" }),
      }),
    ),
  }),
});
