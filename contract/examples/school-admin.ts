import type { ExamplesOf } from "./example.ts";

const QIMING = {
  id: "s-qiming",
  kind: "school" as const,
  name: "启明实验学校",
  logo: null,
  stage_ids: ["primary", "junior"],
  is_abled: true,
  is_roster_owned: true,
  district: { id: "d-chenxi", name: "晨曦区教育局" },
  pupils: 1240,
  staff: 96,
  schools: 0,
  classes: 32,
};

export const SCHOOL_ADMIN_EXAMPLES: ExamplesOf<"readSchools" | "readSchool" | "previewSchoolMove"> =
  {
    readSchools: {
      description:
        "只列出整所归我管的学校；别的学校不出现，也不计入 count。每次最多 100 所，next 作为下一次的 after。",
      input: { q: "启明", state: "enabled" },
      answer: { schools: [QIMING], count: 1, next: null },
    },
    readSchool: {
      description:
        "范围之外的学校按不存在回答（40400）。can 说明能做什么：修改、停用与启用、移动。",
      input: { school_id: "s-qiming" },
      answer: {
        ...QIMING,
        code: "110105-01",
        source: "chenxi-roster",
        created_at: "2026-08-25T01:00:00.000Z",
        people: [
          { identity: "student", enabled: 1240, disabled: 12 },
          { identity: "teacher", enabled: 92, disabled: 3 },
        ],
        grades: [{ grade_id: "3", classes: 6, pupils: 236, without_head: 1 }],
        bundles: [{ id: "own-1", name: "社团负责人" }],
        apps: [{ id: "app-club", name: "社团" }],
        invitations: 4,
        leaver_rule: { days: 365, is_own: true, platform_days: 180, may_set: true },
        can: ["edit"],
      },
    },
    previewSchoolMove: {
      description:
        "学校和区域都要归我管。只是看一看，什么都不改；要移动时计划一次 school-move 变更。",
      input: { school_id: "s-qiming", district_id: "d-yuanshan" },
      answer: {
        from: { id: "d-chenxi", name: "晨曦区教育局" },
        to: { id: "d-yuanshan", name: "远山区教育局" },
        people_lost: { count: 1, named: [{ id: "u-wangfang", name: "王芳" }] },
        people_gained: { count: 1, named: [{ id: "u-liming", name: "李明" }] },
        apps_lost: { count: 1, named: [{ id: "app-homework", name: "晨曦作业" }] },
        apps_gained: { count: 0, named: [] },
      },
    },
  };
