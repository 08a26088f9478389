import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { Id, Nullable } from "./schema.ts";

/** The cards above home's apps: what a person needs today under one identity (HO-02). */

/** Cards of one band at most. */
export const TODAY_CARDS = 6;
/** Lines of a card that are shown. */
export const CARD_LINES = 3;

/** The kinds of cards, in the order in which they are shown. */
export const TODAY_KINDS = [
  "approval",
  "lesson",
  "homework",
  "todo",
  "notice",
  "readiness",
  "sign-ins",
  "schools",
  "imports",
  "apps",
  "class",
  "figure",
  "list",
  "medal",
] as const;
export type TodayKind = (typeof TODAY_KINDS)[number];

/** The place that a press leads to. */
const Opens = Type.Object({
  to: Type.String({ description: "本平台页面的路径；打开应用的为空" }),
  app_id: Nullable(Id),
  item: Nullable(
    Type.String({ description: "应用发来的哪一条，如 todo:page-3；打开应用自己的首页为空" }),
  ),
});
export type Opens = Static<typeof Opens>;

export const TodayCard = Type.Object({
  key: Type.String({ description: "同一次回答里各不相同" }),
  kind: Type.Enum(TODAY_KINDS, { description: "哪一种卡片" }),
  label: Type.String({ description: "这是什么，如“通知”" }),
  title: Type.String({ description: "最要紧的一句" }),
  note: Type.String({ description: "补充的一句，可以为空" }),
  lines: Type.Array(
    Type.Object({
      text: Type.String({ description: "列出的一条" }),
      note: Type.String({ description: "补充，可以为空" }),
    }),
    { description: "逐条列出的，可以为空" },
  ),
  opens: Nullable({ ...Opens, description: "点卡片打开什么；不能点的为空" }),
  links: Type.Array(
    Type.Object({
      words: Type.String({ description: "按钮上的话" }),
      opens: { ...Opens, description: "打开什么" },
    }),
    {
      description: "卡片上的几件事，可以为空",
    },
  ),
});
export type TodayCard = Static<typeof TodayCard>;

export const Today = Type.Object({
  cards: Type.Array(TodayCard, { description: "卡片，按显示的先后" }),
  is_whole: Type.Boolean({ description: "没有哪一项读不出来" }),
});
export type Today = Static<typeof Today>;

/**
 * Reads the cards of the active identity; a parent's are of one child, the first at the active school unless `child_id`
 * names another. Answers 404 for a child of others. A source that fails leaves its card out.
 */
export const readToday = declareCall({
  method: "GET",
  path: "/dt-platform/v1/user/today",
  who: "member",
  summary: "当前身份今天要看的卡片",
  feature: "today",
  input: Type.Object({
    child_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: "家长的哪个孩子" }),
    ),
  }),
  answer: Today,
});
