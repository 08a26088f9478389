import type { YearView } from "#contract";
import type { ExamplesOf } from "./example.ts";

const DRAFT = {
  rules: { year: 2026, system: "6-3", names: "grade", continues: false },
  classes: [{ class_id: "c-qiming-61", act: "graduate" }],
  new_classes: [{ class_id: "new-1", grade_id: "1", stage_id: "primary", name: "一年级1班" }],
  pupils: [{ user_id: "u-linxiaoman", act: "repeat", class_id: "c-qiming-51" }],
  times: {
    effective_at: "2026-08-31T16:00:00.000Z",
    pause_from: "2026-08-28T16:00:00.000Z",
    pause_until: "2026-09-14T16:00:00.000Z",
    take_along_days: 60,
  },
} satisfies Partial<YearView>;

const VIEW: YearView = {
  ...DRAFT,
  school: { id: "s-qiming", name: "启明实验学校", stage_ids: ["primary"] },
  plan: {
    ...{ id: "y-2026", version: 3, is_open: true, change: null },
    ...{ saved_by: "周校长", saved_at: "2026-07-10T02:00:00.000Z" },
  },
  outcome: {
    classes: [
      {
        ...{ class_id: "c-qiming-51", name: "五年级1班", grade_id: "5", act: "up" },
        ...{ into_class_id: null, next_name: "六年级1班", next_grade_id: "6" },
        ...{ next_stage_id: "primary", pupils: 40, next_pupils: 40, coming: 0, going: 0 },
        ...{ heads: [{ id: "u-chenyu", name: "陈宇" }], teachers: 6 },
      },
    ],
    counts: { up: 200, repeat: 1, graduate: 39, stay: 0, new: 42 },
    problems: [],
  },
  pupils_shown: [
    {
      ...{
        user_id: "u-linxiaoman",
        name: "林小满",
        account: "linxiaoman",
        gender: "female",
        class_name: "六年级1班",
      },
      ...{ outcome: "repeat", act: "repeat", to_class_id: "c-qiming-51", to_name: "六年级1班" },
      ...{ reason: null, code: null, drawn_class_id: null },
    },
  ],
  draw: {
    ...{ seed: "20260820 家长代表掷出 4 2 6", grade_id: "1", count: 42 },
    list_hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    ...{ is_current: true, corrected: 0, drawn_by: "周校长", drawn_at: "2026-08-20T02:00:00.000Z" },
  },
};

export const SCHOOL_YEAR_EXAMPLES: ExamplesOf<
  "readYear" | "readYearPupils" | "saveYear" | "drawYear" | "submitYear"
> = {
  readYear: {
    description:
      "还没有保存过计划时，按规则算出结果，plan 为空。范围之外的学校按不存在回答（40400）。",
    input: { school_id: "s-qiming" },
    answer: VIEW,
  },
  readYearPupils: {
    description: "读一个班的学生留下一条查看记录。",
    input: { school_id: "s-qiming", class_id: "c-qiming-51", year: 2026 },
    answer: { pupils: VIEW.pupils_shown },
  },
  saveYear: {
    description:
      "整个草稿一起保存。version 是打开时的版本：别人已经改过，或者计划已经提交，答 40900。",
    input: { school_id: "s-qiming", version: 2, ...DRAFT },
    answer: VIEW,
  },
  drawYear: {
    description:
      "名单是没有班级、也没有另作决定的学生。同样的种子、名单和班级，抽出来总是一样；算法见 docs/zh/school-year.md。",
    input: { school_id: "s-qiming", version: 3, year: 2026, grade_id: "1", seed: "20260820" },
    answer: VIEW,
  },
  submitYear: {
    description: "得到一次等待审批的变更：由另一个人用 approveChange 批准，到生效的时刻应用。",
    input: { school_id: "s-qiming", version: 3, year: 2026, reason: "按教务会议的安排" },
    answer: { change_id: "cs-2026" },
  },
};
