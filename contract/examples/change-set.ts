import type { AnswerOf, ChangeSet, readChangeRows } from "#contract";
import type { ExamplesOf } from "./example.ts";

const SET: ChangeSet = {
  id: "0b2f6d1e",
  kind: "membership-state",
  state: "planned",
  act: "停用 12 位学生",
  sentence: "将停用 12 位学生，其中 3 位有监护人",
  place_name: "启明实验学校",
  made_by: { id: "u-linlan", name: "林岚" },
  approved_by: null,
  refused: null,
  reason: null,
  guards: [],
  counts: { rows: 12, people: 12, applied: 0, undone: 0, outdated: 0 },
  progress: null,
  error: null,
  wants: "nothing",
  may: { apply: true, approve: false, undo: false, discard: true },
  unmatched: [],
  source: null,
  replaced_by: null,
  apply_at: null,
  created_at: "2026-11-23T08:00:00.000Z",
  applied_at: null,
  undone_at: null,
  undo_until: null,
};

const APPLIED: ChangeSet = {
  ...SET,
  state: "applied",
  counts: { ...SET.counts, applied: 12 },
  may: { apply: false, approve: false, undo: true, discard: false },
  applied_at: "2026-11-23T08:00:02.000Z",
  undo_until: "2026-12-23T08:00:02.000Z",
};

const ROW: AnswerOf<typeof readChangeRows>["rows"][number] = {
  seq: 0,
  what: "身份",
  label: "林小满（学生）",
  person_id: "u-linxiaoman",
  account: "linxiaoman",
  act: "change",
  fields: [{ label: "状态", before: "启用", after: "停用" }],
  state: "applied",
  note: null,
};

export const CHANGE_SET_EXAMPLES: ExamplesOf<
  | "planChange"
  | "readChanges"
  | "readChange"
  | "readChangeRows"
  | "exportChange"
  | "applyChange"
  | "approveChange"
  | "undoChange"
  | "discardChange"
> = {
  planChange: {
    description:
      "change.kind 说明是哪一种变更，各需要什么权限：身份（membership-state、-add、-until）、账号锁定（account-state）、监护（guardian-bind、-end）和资料（person-edit）需要 people.write；班级（class-…）需要 class.write；学校（school-…）需要 school.write。没有需要改的答 40900。人来自粘贴的名单或文件时，source 写明它的行数和 SHA-256，内容不保存。",
    input: {
      change: {
        kind: "membership-state",
        school_id: "s-qiming",
        identity: "student",
        user_ids: ["u-linxiaoman"],
        is_abled: false,
      },
    },
    answer: SET,
  },
  readChanges: {
    description: "自己做的，以及在自己有相应权限的范围里别人做的，新的在前。",
    input: {},
    answer: { changes: [APPLIED], next: null },
  },
  readChange: {
    description: "进行中时 progress 说明做到哪里，可以每秒查询一次。",
    input: { change_id: "0b2f6d1e" },
    answer: APPLIED,
  },
  readChangeRows: {
    description: "每次最多 200 行；next 作为下一次的 after。",
    input: { change_id: "0b2f6d1e" },
    answer: {
      rows: [ROW],
      next: null,
    },
  },
  exportChange: {
    description:
      "由页面写成 .xlsx 文件；每次最多 1000 行，next 作为下一次的 after。每取一页都会记入审计（导出数据）。",
    input: { change_id: "0b2f6d1e" },
    answer: {
      rows: [ROW],
      next: null,
    },
  },
  applyChange: {
    description:
      "超出保护界限（一所学校或一个班里同一种人的一成、一半，或自己的权限）时要写 reason；超过 200 行还要另一个人审批。计划之后有人改过时答 40900，data.change_id 是按现在的情况重新做的计划。",
    input: { change_id: "0b2f6d1e", reason: "九月毕业" },
    answer: { ...SET, state: "applying", progress: { done: 0, total: 12 } },
  },
  approveChange: {
    description: "不能批准自己的变更。",
    input: { change_id: "0b2f6d1e" },
    answer: { ...SET, state: "applying", progress: { done: 0, total: 12 } },
  },
  undoChange: {
    description:
      "应用后 30 天内可以撤销；写 rows 只撤销其中几行。后来被别人改过的行留着不动并注明，写 overwrite 才一起撤销。随身份失效的授权不会因撤销而恢复。",
    input: { change_id: "0b2f6d1e" },
    answer: { ...APPLIED, state: "undoing", progress: { done: 0, total: 12 } },
  },
  discardChange: {
    description: "只有还没有应用的可以放弃。",
    input: { change_id: "0b2f6d1e" },
    answer: {},
  },
};
