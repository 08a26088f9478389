import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { Id, IdentitySchema, Nullable, Time } from "./schema.ts";

/** The overview of a scope (AD-22): the readiness of its schools, and figures of their use. */

/** The days of sign-ins that are shown. */
export const OVERVIEW_DAYS = 14;

/** The twelve checks of 「学校就绪」. */
export const READINESS_CHECKS = [
  "no-class",
  "no-guardian",
  "consent-missing",
  "never-signed-in",
  "class-without-head",
  "empty-class",
  "one-administrator",
  "no-stage",
  "expiring-identity",
  "expiring-grant",
  "failing-app",
  "failed-job",
] as const;
export type ReadinessCheck = (typeof READINESS_CHECKS)[number];

const Count = Nullable(Type.Integer({ description: "不到 10 名学生，或能由此推算出来时为空" }));

export const Overview = Type.Object({
  schools: Type.Integer({ description: "统计了多少所学校" }),
  checks: Type.Array(
    Type.Object({
      id: Type.Enum([...READINESS_CHECKS]),
      is_good: Type.Boolean({ description: "没有要处理的" }),
      is_empty: Type.Boolean({
        description: "还没有可检查的，如没有学生的学校：不算就绪",
      }),
      count: Count,
    }),
    { description: "学校就绪的十二项检查" },
  ),
  people: Type.Array(Type.Object({ identity: IdentitySchema, count: Count }), {
    description: "在用的各种身份有多少人",
  }),
  days: Type.Array(Type.String(), { description: "统计的各天，北京时间" }),
  sign_ins: Type.Array(
    Type.Object({
      identity: IdentitySchema,
      counts: Type.Array(Count, { description: "各天登录过的人数，与 days 对应" }),
    }),
    { description: "各种身份每天有多少人登录" },
  ),
  apps: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      failures: Type.Integer({ description: "今天没有打开成功的次数" }),
      last_at: Time,
    }),
    { description: "今天有人没有打开成功的应用" },
  ),
  jobs: Type.Array(
    Type.Object({
      id: Id,
      words: Type.String({ description: "在做什么" }),
      state: Type.Enum(["waiting", "running", "failed"]),
      progress: Type.Integer(),
      total: Nullable(Type.Integer()),
      error: Nullable(Type.String({ description: "失败的原因" })),
      change_id: Nullable(Type.String({ description: "所属的变更" })),
      created_at: Time,
    }),
    { description: "正在做的，和七天里失败的后台任务" },
  ),
});
export type Overview = Static<typeof Overview>;

/** Sums up the schools that lie wholly in the caller's scope; `within` is a district or one school. */
export const readOverview = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/overview",
  who: { right: "report.read" },
  summary: "我管理的学校的总览",
  feature: "overview",
  input: Type.Object({
    within: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: "区域或学校的编号" }),
    ),
  }),
  answer: Overview,
});
