import type { SeenUnder } from "../src/app-seen.ts";
import type { ExamplesOf } from "./example.ts";

const SEEN_UNDER: SeenUnder = {
  school_id: "s-1",
  school_name: "启明小学",
  identity: "teacher",
  apps: [
    {
      id: "lesson-plans",
      name: "电子教案",
      icon: "icons/lesson-plans.svg",
      category_id: "teaching",
      sees: false,
      hidden_by: "stages",
      sentence: "这个应用只给初中的老师用。",
      trace: [
        { rule: "roles", passes: true, wants: "老师", has: "老师" },
        { rule: "stages", passes: false, wants: "初中", has: "小学" },
      ],
    },
  ],
};

export const APP_SEEN_EXAMPLES: ExamplesOf<
  "explainHiddenApps" | "readAppsSeenBy" | "previewAppFor"
> = {
  explainHiddenApps: {
    description:
      "只说本校有人看得见的应用；别的学校和区域的应用，与没有这个应用时的回答相同。本人看得见的不在其中。",
    input: { name: "电子教案" },
    answer: {
      apps: [{ name: "电子教案", sentence: "这个应用只给初中的老师用。" }],
      ask: "有疑问请问学校管理员王芳。",
    },
  },
  readAppsSeenBy: {
    description:
      "按此人在管辖范围内的每个身份给出；带 app_id 时只说这一个应用，并逐条给出规则。与首页、打开应用时的判断是同一个函数。",
    input: { user_id: "u-2", app_id: "lesson-plans" },
    answer: {
      name: "孙浩",
      memberships: [SEEN_UNDER],
    },
  },
  previewAppFor: {
    description:
      "按填写的内容判断一个人，什么也不保存；带 id 时没有给出的部分按这个应用现在的设置。回答和 readAppsSeenBy 只问一个应用时相同。",
    input: { user_id: "u-2", name: "电子教案", stage_ids: ["junior"] },
    answer: { name: "孙浩", memberships: [SEEN_UNDER] },
  },
};
