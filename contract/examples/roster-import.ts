import type { RosterDraft } from "#contract";
import type { ExamplesOf } from "./example.ts";

const FILE = {
  school_id: "s-qiming",
  kind: "student",
  name: "三年级学生.csv",
  file: "5aeT5ZCNLOWtpuexjeWPtyznj63nuqcK",
} as const;

const DRAFT: RosterDraft = {
  draft_id: "0b2f6d1e",
  school_id: "s-qiming",
  kind: "student",
  source: {
    kind: "file",
    name: "三年级学生.csv",
    sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    lines: 43,
  },
  people: 42,
  found: 39,
  made: 2,
  asks: [
    {
      seq: 7,
      sheet: "三年级学生.csv",
      row: 9,
      name: "林小满",
      number: null,
      birth_date: "2017-09-01",
      class_name: "三年级2班",
      candidates: [
        {
          user_id: "u-linxiaoman",
          name: "林小满",
          account: "linxiaoman",
          number: "G110105201709010021",
          birth_date: null,
          class_name: "三年级（1）班",
          is_present: true,
          why: "姓名相同",
        },
      ],
      proposal: "u-linxiaoman",
    },
  ],
  arrivals: [
    {
      seq: 12,
      row: 14,
      name: "周一诺",
      number: "J110105201703040012",
      class_name: "三年级2班",
      proposal: true,
    },
  ],
  waiting: 0,
  classes: [],
  later: 0,
  grade_ids: ["1", "2", "3", "4", "5", "6"],
  gone: { classes: 1, school: 280 },
  is_ready: false,
};

export const ROSTER_IMPORT_EXAMPLES: ExamplesOf<
  | "readRoster"
  | "markRoster"
  | "readOneRoster"
  | "readRosterTemplate"
  | "readRosterDraft"
  | "answerRosterDraft"
  | "readRosterAccounts"
> = {
  readRoster: {
    description:
      "文件读过就丢弃：身份证号只留带密钥的散列，不需要的列不留。没有须改正的问题时，读出的人留作草稿（7 天），再用 change.kind = roster-import 计划变更。改过的列对应会记住，下次同样的表头自动用上。",
    input: FILE,
    answer: {
      sheets: [
        {
          name: "三年级学生.csv",
          head_row: 1,
          row_count: 42,
          is_hidden: false,
          is_left_out: false,
          seems: null,
          columns: [
            {
              index: 0,
              letter: "A",
              head: "姓名",
              meaning: { field: "name" },
              why: "head",
              samples: ["林小满"],
            },
          ],
        },
      ],
      faults: [],
      fault_count: 0,
      warning_count: 0,
      dropped: [{ sheet: "三年级学生.csv", letter: "D", head: "血型" }],
      people: 42,
      draft_id: "0b2f6d1e",
    },
  },
  readOneRoster: {
    description:
      "包里的 orgs.csv 写明是哪些学校，都要在调用者可以导入名册的范围里。没有问题时直接计划变更（change.kind = one-roster-import），应用和撤销同其他变更；初始密码不读，另发账号单。",
    input: { name: "东湖区名册.zip", file: "UEsDBBQAAAAIA…" },
    answer: {
      source: "donghu",
      rows: 5120,
      faults: [
        { file: "users.csv", line: 17, column: "username", message: "账号“li wei”含有空格" },
      ],
      fault_count: 1,
      change_id: null,
    },
  },
  markRoster: {
    description: "同一份文件，出错的格子标了颜色，另有一列“问题”写明哪里不对。",
    input: FILE,
    answer: { name: "三年级学生-问题.xlsx", file: "UEsDBBQAAAA=" },
  },
  readRosterTemplate: {
    description: "表头是系统认得的名称；示例行不会导入。",
    input: { kind: "student" },
    answer: { name: "学生名册模板.xlsx", file: "UEsDBBQAAAA=" },
  },
  readRosterDraft: {
    description:
      "asks 是要认的人，arrivals 是插到现有班级里的新学生，各最多一次 500 个；都答完了，is_ready 为 true。",
    input: { draft_id: "0b2f6d1e" },
    answer: DRAFT,
  },
  answerRosterDraft: {
    description: "user_id 为 null 表示是另一个人，会新建。对人的回答按学校记住，下一份文件不再问。",
    input: {
      draft_id: "0b2f6d1e",
      people: [{ seq: 7, user_id: "u-linxiaoman" }],
      arrivals: [{ seq: 12, is_transfer: true }],
    },
    answer: { ...DRAFT, found: 40, made: 1, asks: [], arrivals: [], waiting: 1, is_ready: true },
  },
  readRosterAccounts: {
    description: "给他们设临时密码用 POST …/passwords/reset，一次最多 100 人。",
    input: { change_id: "0b2f6d1e" },
    answer: { made: 3, waiting: [{ id: "u-xintongxue", name: "新同学" }] },
  },
};
