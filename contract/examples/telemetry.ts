import type { ExamplesOf } from "./example.ts";

export const TELEMETRY_EXAMPLES: ExamplesOf<"reportEvents" | "reportAppLogin"> = {
  reportEvents: {
    description:
      "一个事件直接写在最外层，或最多 50 个放在 events 中。按来源地址限量，超出部分不计入 accepted；上报不会拖慢页面。",
    input: { event: "page-error", client: "web", page: "/home/index", detail: { code: 50000 } },
    answer: { accepted: 1 },
  },
  reportAppLogin: {
    description: "记下本人打开了应用，用于“最近使用”。",
    input: { app_id: "lesson-plans" },
    answer: {},
  },
};
