import type { ExamplesOf } from "./example.ts";

export const APP_SHELF_EXAMPLES: ExamplesOf<
  "readManagedApps" | "switchAppAtSchool" | "renewAppSecret" | "removeApp"
> = {
  readManagedApps: {
    description: "平台的、本区域的应用中，对管辖的学校开放的；别的学校和区域专用的不在其中。",
    input: {},
    answer: {
      categories: [{ id: "teaching", name: "教学", sort: 1 }],
      apps: [
        {
          id: "lesson-plans",
          name: "电子教案",
          icon: "icons/lesson-plans.svg",
          icon_mono: "icons/mono/lesson-plans.svg",
          pinyin: "dian zi jiao an",
          category_id: "teaching",
          launch: "ticket",
          display_status: "display",
          shelf_state: "piloted",
          district_id: "d-1",
          filing_number: "教APP备0000000号",
          updated_at: "2026-11-20T08:00:00.000Z",
          may_edit: true,
          off_school_ids: ["s-2"],
        },
      ],
    },
  },
  switchAppAtSchool: {
    description: "关闭后，这所学校的人在一秒内看不到也打不开它；别的学校照旧。",
    input: { app_id: "lesson-plans", school_id: "s-2", on: false },
    answer: { on: false },
  },
  renewAppSecret: {
    description: "旧密钥立即失效。需要刚刚确认过本人。",
    input: { app_id: "lesson-plans", password: "本人的密码" },
    answer: { secret: "只在这里出现一次的密钥" },
  },
  removeApp: {
    description: "没有上架、也没有别人用过的应用才能删除，删除后不能恢复。需要刚刚确认过本人。",
    input: { app_id: "lesson-plans", name: "电子教案", password: "本人的密码" },
    answer: {},
  },
};
