import type { App } from "#contract";
import type { ExamplesOf } from "./example.ts";

/** The app that the examples use. */
export const LESSON_PLANS: App = {
  id: "lesson-plans",
  category_id: "teaching",
  name: "电子教案",
  description: "备课、共享和检查教案",
  icon: "icons/lesson-plans.svg",
  icon_mono: "icons/mono/lesson-plans.svg",
  launch: "ticket",
  url: "https://plans.example.cn/",
  opens_in: "tab",
  display_status: "display",
  roles: ["teacher"],
  clients: [],
  sort: 10,
  badge: "",
  pinyin: "dian zi jiao an",
};

export const CATALOGUE_EXAMPLES: ExamplesOf<"readApps" | "saveQuickApps"> = {
  readApps: {
    description:
      "返回当前身份此刻看得见的应用。带 If-None-Match 而内容没有变化时回答 304。identity 须与本次调用的身份一致。",
    input: { identity: "teacher,all" },
    answer: {
      apps: [LESSON_PLANS],
      theme: "color",
      category: [{ id: "teaching", name: "教学", sort: 1 }],
      recent_app_ids: ["lesson-plans"],
    },
  },
  saveQuickApps: {
    description: "按给出的顺序整体保存，最多 60 个；列入看不见的应用时拒绝，原来的不变。",
    input: { app_ids: ["lesson-plans", "homework"] },
    answer: { app_ids: ["lesson-plans", "homework"] },
  },
};
