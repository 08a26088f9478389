import type { ExamplesOf } from "./example.ts";

const ICON = "icons/reading.svg";

export const DATA_LEDGER_EXAMPLES: ExamplesOf<"readDataLedger" | "readGrowthRecord"> = {
  readDataLedger: {
    description:
      "孩子现在能看到的应用，和这段时间得到过孩子资料、发来过内容的应用。may_know 按应用现在的登记，asked 按审计记录。不是自己的孩子以 40400 拒绝。",
    input: { child_id: "u-xiaoman" },
    answer: {
      days: 180,
      apps: [
        {
          app: { id: "reading", name: "课外阅读", icon: ICON },
          is_open: true,
          may_know: ["sub", "name", "classes"],
          opened: 12,
          asked: [
            { at: "2026-11-20T08:00:00.000Z", what: "told", facts: ["sub", "name", "classes"] },
          ],
          asked_times: 12,
          sent: [{ at: "2026-11-20T08:30:00.000Z", kind: "card", text: "本周读了" }],
        },
      ],
    },
  },
  readGrowthRecord: {
    description:
      "学生看自己的，家长看每个孩子的；班主任用 user_id 看本班一名学生的，查看会记入审计。看不到的学生以 40400 拒绝。",
    input: {},
    answer: {
      people: [
        {
          id: "u-xiaoman",
          name: "林小满",
          cards: [
            {
              app: { id: "reading", name: "课外阅读", icon: ICON },
              ...{ kind: "figure", title: "本周读了", note: "比上周多 1 本" },
              ...{ value: "3", unit: "本", lines: [], at: "2026-11-20T08:30:00.000Z" },
            },
          ],
        },
      ],
    },
  },
};
