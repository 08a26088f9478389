import type { ExamplesOf } from "./example.ts";

export const CALENDAR_EXAMPLES: ExamplesOf<"readCalendar" | "makeCalendar" | "revokeCalendar"> = {
  readCalendar: {
    description: "只说有没有，不给出地址。不是自己的孩子以 40400 拒绝。",
    input: { child_id: "p-zhaoyinuo" },
    answer: { made_at: "2026-11-23T00:00:00.000Z" },
  },
  makeCalendar: {
    description:
      "任何日历程序都能订阅这个地址，知道它的人都能看到这份课程表。停用、重新生成、离开学校或注销之后，它不再回答。",
    input: {},
    answer: {
      path: "/dt-platform/v1/calendar/8S0mFhZ5lQq1cY0vJm9bq7mE3pTz4u2oWxKdRfGaHcA.ics",
      made_at: "2026-11-23T00:00:00.000Z",
    },
  },
  revokeCalendar: {
    description: "没有地址时也成功。",
    input: {},
    answer: { made_at: null },
  },
};
