import type { ExamplesOf } from "./example.ts";

export const OVERVIEW_EXAMPLES: ExamplesOf<"readOverview"> = {
  readOverview: {
    description:
      "不到 10 名学生的数不给出，能用两个数相减得到它的也不给出（为 null）；不到 10 名学生的反面也一样。只统计整所归我管的学校；别的学校按没有回答，schools 为 0。",
    input: { within: "s-qiming" },
    answer: {
      schools: 1,
      checks: [
        { id: "no-class", is_good: false, is_empty: false, count: null },
        { id: "class-without-head", is_good: false, is_empty: false, count: 2 },
        { id: "failed-job", is_good: true, is_empty: false, count: 0 },
      ],
      people: [
        { identity: "student", count: 1240 },
        { identity: "teacher", count: 96 },
      ],
      days: ["2026-11-19", "2026-11-20"],
      sign_ins: [{ identity: "student", counts: [null, 812] }],
      apps: [
        {
          id: "app-homework",
          name: "晨曦作业",
          failures: 3,
          last_at: "2026-11-20T08:00:00.000Z",
        },
      ],
      jobs: [
        {
          id: "7b1e2c",
          words: "应用变更：停用 12 位学生",
          state: "running",
          progress: 4,
          total: 12,
          error: null,
          change_id: "0b2f6d1e",
          created_at: "2026-11-20T08:00:00.000Z",
        },
      ],
    },
  },
};
