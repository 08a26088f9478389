import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { Id, Time } from "./schema.ts";

/** A guardian's ledger of what apps may know of a child, asked for and sent (IN-07). */

/** Days that the ledger looks back. */
export const LEDGER_DAYS = 180;
/** The latest requests, and things sent, of one app that are listed. */
export const LEDGER_LISTED = 20;

/**
 * Facts about a child that an entry may open to an app. `sub` is a number that only this app knows the child
 * by, `classmates` the list of the class.
 */
export const LEDGER_FACTS = [
  "sub",
  "name",
  "identity",
  "school",
  "classes",
  "classmates",
  "parents",
  "mobile",
  "email",
  "demographics",
] as const;
export type LedgerFact = (typeof LEDGER_FACTS)[number];

const Facts = Type.Array(Type.Enum([...LEDGER_FACTS]), {
  description:
    "sub 只在这个应用里有效的编号，name 姓名，identity 身份，school 学校，classes 班级，classmates 同班名单，parents 家长，mobile 手机号，email 邮箱，demographics 性别与出生日期",
});

export const LedgerEntry = Type.Object({
  app: Type.Object({ id: Id, name: Type.String(), icon: Type.String() }),
  is_open: Type.Boolean({ description: "孩子现在能看到这个应用" }),
  may_know: Facts,
  opened: Type.Integer({ description: "这段时间孩子打开过几次" }),
  asked: Type.Array(
    Type.Object({
      at: Time,
      what: Type.Enum(["told", "roster"], {
        description: "told 打开应用时告诉它的，roster 它读取名册时得到的",
      }),
      facts: Facts,
    }),
    { description: "应用得到孩子资料的时刻，新的在前" },
  ),
  asked_times: Type.Integer({ description: "这段时间一共几次" }),
  sent: Type.Array(
    Type.Object({
      at: Time,
      kind: Type.Enum(["badge", "todo", "card"], { description: "角标、待办、卡片" }),
      text: Type.String({ description: "显示的文字；角标为一个数，圆点为空" }),
    }),
    { description: "应用发给孩子、现在还在的内容，新的在前" },
  ),
});
export type LedgerEntry = Static<typeof LedgerEntry>;

/** Reads the apps that know of a child, or may. 404 for a child who is not the caller's. */
export const readDataLedger = declareCall({
  method: "GET",
  path: "/dt-platform/v1/user/children/data-ledger",
  who: "self",
  summary: "每个应用能知道孩子的什么、什么时候得到过、发来过什么",
  feature: "family",
  input: Type.Object({ child_id: Id }),
  answer: Type.Object({
    days: Type.Integer({ description: "往前看多少天" }),
    apps: Type.Array(LedgerEntry),
  }),
});
