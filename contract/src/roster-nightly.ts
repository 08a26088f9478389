import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { CHANGE_STATES } from "./change-set.ts";
import { Id, Nullable } from "./schema.ts";

/** The nightly synchronisation of rosters from a OneRoster 1.2 provider (RO-08). */

/** Outcomes of a run. What became of a `change` is told by the change itself. */
export const NIGHTLY_OUTCOMES = ["running", "same", "change", "failed", "skipped"] as const;
export type NightlyOutcome = (typeof NIGHTLY_OUTCOMES)[number];
export const NIGHTLY_OUTCOME_NAMES: Readonly<Record<NightlyOutcome, string>> = {
  running: "正在进行",
  same: "没有变化",
  change: "有变化",
  failed: "没有成功",
  skipped: "这次没有同步",
};

/** Days for which runs are kept, and how many are listed. */
export const NIGHTLY_RUN_DAYS = 180;
export const NIGHTLY_RUNS_LISTED = 30;
/** Days without a run that can be named. */
export const NIGHTLY_DAYS_WITHOUT = 60;
/** Days of the week, Monday being 1. */
export const WEEKDAY_NAMES = ["一", "二", "三", "四", "五", "六", "日"] as const;

const CLOSED = { additionalProperties: false };
const WebAddress = (description: string) =>
  Type.String({ minLength: 1, maxLength: 500, pattern: "^https?://[^\\s]+$", description });

const Provider = {
  address: WebAddress("对方 OneRoster 1.2 接口的地址，到 v1p2 为止"),
  token_address: WebAddress("取访问令牌的地址"),
  client_id: Type.String({ minLength: 1, maxLength: 255, description: "客户端编号" }),
  scope: Type.String({ maxLength: 1000, description: "授权范围，用空格分开；为空时用标准的范围" }),
  demographics: Type.Boolean({ description: "也读性别和出生日期" }),
  org_id: Type.String({
    maxLength: 255,
    description: "学校在对方那里的编号；名称一致时不用填，为空",
  }),
};
const Secret = Type.Optional(
  Type.String({ minLength: 1, maxLength: 1000, description: "密钥；不写为不变，从不读出" }),
);

const Schedule = {
  is_on: Type.Boolean({ description: "每晚同步" }),
  hour: Type.Integer({ minimum: 0, maximum: 23, description: "北京时间几点开始" }),
  weekdays: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
    maxItems: 7,
    uniqueItems: true,
    description: "星期几同步，1 为星期一",
  }),
  days_without: Type.Array(Type.String({ format: "date" }), {
    maxItems: NIGHTLY_DAYS_WITHOUT,
    uniqueItems: true,
    description: "哪些日子不同步",
  }),
};

/** A connection as it was saved; its secret is never read out. */
export const NightlyConnection = Type.Object({
  ...Provider,
  ...Schedule,
  version: Type.Integer(),
  source: Type.String({ description: "名册来源的名字：从这里来的人和班级都记在它名下" }),
  saved_by: Nullable(Type.String({ description: "由谁保存；同步以此人的权限进行，消息发给此人" })),
  saved_at: Type.String({ format: "date-time", description: "何时保存" }),
});
export type NightlyConnection = Static<typeof NightlyConnection>;

export const NightlyRun = Type.Object({
  id: Id,
  started_at: Type.String({ format: "date-time", description: "何时开始" }),
  finished_at: Nullable(Type.String({ format: "date-time", description: "何时结束" })),
  by_hand: Type.Boolean({ description: "由人点了“现在同步”" }),
  outcome: Type.Enum([...NIGHTLY_OUTCOMES]),
  sentence: Type.String({ description: "一句话：结果是什么" }),
  change: Nullable(
    Type.Object(
      { id: Id, state: Type.Enum([...CHANGE_STATES]) },
      { description: "同步带来的变更" },
    ),
  ),
});
export type NightlyRun = Static<typeof NightlyRun>;

export const NightlyView = Type.Object({
  school: Type.Object({ id: Id, name: Type.String(), kind: Type.Enum(["district", "school"]) }),
  connection: Type.Union([NightlyConnection, Type.Null()], {
    description: "对方的接口，还没有保存时为 null",
  }),
  next_at: Nullable(Type.String({ format: "date-time", description: "下一次同步的时间" })),
  paused_until: Nullable(
    Type.String({ format: "date-time", description: "新学年交替，同步暂停到何时" }),
  ),
  runs: Type.Array(NightlyRun, { description: "最近的同步，新的在前" }),
});
export type NightlyView = Static<typeof NightlyView>;

const OfSchool = { school_id: Id };

export const readNightly = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/roster/nightly",
  who: { right: "roster.import" },
  summary: "一所学校或一个教育局的每晚同步：接口、时间和最近的结果",
  feature: "roster-nightly",
  input: Type.Object(OfSchool, CLOSED),
  answer: NightlyView,
});

/** Saves a connection; 40900 where somebody else has saved meanwhile. Other addresses want the secret anew. */
export const saveNightly = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/roster/nightly/save",
  who: { right: "roster.import" },
  summary: "保存每晚同步的接口和时间",
  feature: "roster-nightly",
  input: Type.Object(
    {
      ...OfSchool,
      version: Type.Integer({ minimum: 0, description: "正在修改的版本；还没有保存过为 0" }),
      ...Provider,
      secret: Secret,
      ...Schedule,
    },
    CLOSED,
  ),
  answer: NightlyView,
});

/** Calls the provider and says what it sees; nothing is saved or changed. */
export const tryNightly = declareCall({
  method: "POST",
  keepsNothing: true,
  path: "/dt-platform/v1/administration/roster/nightly/try",
  who: { right: "roster.import" },
  summary: "试一试对方的接口，只看不改",
  feature: "roster-nightly",
  input: Type.Object({ ...OfSchool, ...Provider, secret: Secret }, CLOSED),
  answer: Type.Object({
    is_ok: Type.Boolean({ description: "能用来同步" }),
    sentences: Type.Array(Type.String(), { description: "看到了什么，或哪里不对" }),
  }),
});

export const runNightly = declareCall({
  method: "POST",
  path: "/dt-platform/v1/administration/roster/nightly/run",
  who: { right: "roster.import" },
  summary: "现在同步一次",
  feature: "roster-nightly",
  input: Type.Object(OfSchool, CLOSED),
  answer: NightlyView,
});
