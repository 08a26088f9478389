import type { ExamplesOf } from "./example.ts";

const LINXIAOMAN = {
  id: "u-linxiaoman",
  name: "林小满",
  account: "linxiaoman",
  avatar: null,
  is_abled: true,
  memberships: [
    {
      school_id: "qiming-primary",
      school_name: "晨曦区启明小学",
      identity: "student" as const,
      is_abled: true,
      until: null,
    },
  ],
  classes: [{ school_id: "qiming-primary", id: "p-3-2", name: "三年级（2）班" }],
  mobile_masked: null,
  student_number: "G110105201609010021",
  last_sign_in: "2026-11-20T00:12:00.000Z",
  locked: null,
};

export const PEOPLE_EXAMPLES: ExamplesOf<
  "readPeople" | "countPeople" | "readPersonWhole" | "readPersonHistory"
> = {
  readPeople: {
    description:
      "在管辖范围内找人：姓名（可只写一部分）、全拼（可只写开头）、首字母、账号的开头、学号或其末 3 位以上、手机号或其末 4 位以上，都写在 q；可按学校、年级、班级、身份和状态筛选。范围之外的人、学校和班级一概不出现。翻页时把 next 写在 after，其间没有变化的人恰好出现一次。列出的学生会记入审计。",
    input: { q: "linxm", identity: "student", sort: "name", limit: 50 },
    answer: { people: [LINXIAOMAN], next: null },
  },
  countPeople: {
    description: "条件与查找人员相同，只数人数；最多数到 10000，更多时 more 为 true。",
    input: { school_id: "qiming-primary", state: "never-signed-in" },
    answer: { count: 37, more: false },
  },
  readPersonWhole: {
    description:
      "一个人的全部资料：身份、班级、监护人或孩子、登录方式与设备（不含任何凭据）、协议、由哪份名册写入，以及当前登录者能对此人做什么（can）。只含管辖范围内的部分；范围之外的人按不存在回答（40400）。查看学生会记入审计。",
    input: { user_id: "u-linxiaoman" },
    answer: {
      id: "u-linxiaoman",
      name: "林小满",
      account: "linxiaoman",
      avatar: null,
      gender: "female",
      birth_date: "2016-09-21",
      admission_time: "2023-09-01",
      is_abled: true,
      created_at: "2026-08-25T01:00:00.000Z",
      updated_at: "2026-08-25T01:00:00.000Z",
      locked: null,
      source: "chenxi-roster",
      sourced_id: "G110105201609010021",
      mobile: { shown: null, verified: false },
      email: { shown: null, verified: false },
      memberships: LINXIAOMAN.memberships.map((one) => ({
        ...one,
        since: "2026-08-25T01:00:00.000Z",
        source: "chenxi-roster",
      })),
      classes: [
        {
          school_id: "qiming-primary",
          id: "p-3-2",
          name: "三年级（2）班",
          grade_id: "3",
          stage_id: "primary",
          place: "student",
          subjects: [],
          source: "chenxi-roster",
        },
      ],
      guardians: [
        {
          id: "u-linlan",
          name: "林岚",
          account: "linlan",
          relation: "母亲",
          mobile_masked: "138****0000",
          source: "chenxi-roster",
        },
      ],
      children: [],
      password: "own",
      temporary_until: null,
      factors: [],
      sessions: [
        {
          client: "web",
          device: "Windows 电脑",
          created_at: "2026-11-20T00:12:00.000Z",
          last_seen_at: "2026-11-20T00:40:00.000Z",
        },
      ],
      remembered_devices: 1,
      last_sign_in: "2026-11-20T00:12:00.000Z",
      consents: [
        {
          type: "child",
          version: 1,
          title: "儿童个人信息保护规则",
          agreed_at: "2026-09-01T02:00:00.000Z",
          by_guardian: true,
        },
      ],
      erasure_due_at: null,
      can: ["edit", "membership", "lock", "guardian", "class", "password", "factor", "session"],
    },
  },
  readPersonHistory: {
    description:
      "一个人身上发生过的事，最近的在前，每页 50 条；只含管辖范围内的学校发生的，以及登录和运维人员所做的。做的人不在管辖范围内时 by 为空。范围之外的人按不存在回答（40400）。",
    input: { user_id: "u-linxiaoman" },
    answer: {
      entries: [
        {
          id: "0mf3k8d2a00001b7c2f1e0d9a8b7c6d5e4",
          at: "2026-11-20T01:02:03.000Z",
          action: "password-reset",
          words: "设临时密码",
          outcome: "ok",
          by: { id: "u-zhaoyifan", name: "赵一凡" },
          by_identity: "teacher",
          by_self: false,
        },
      ],
      next: null,
    },
  },
};
