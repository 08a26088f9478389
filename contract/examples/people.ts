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

const WRITTEN = {
  made: {
    words: "来自名册“chenxi-roster”",
    at: "2026-08-25T01:00:00.000Z",
    change_id: null,
  },
  changed: null,
};

export const PEOPLE_EXAMPLES: ExamplesOf<
  | "readPeople"
  | "countPeople"
  | "matchPeople"
  | "exportPeople"
  | "readDuplicates"
  | "markDistinct"
  | "giveTransfer"
  | "showTransfer"
  | "readTransferRequests"
  | "answerTransferRequest"
  | "dropTransferRequest"
  | "readLeavers"
  | "keepLeavers"
  | "setLeaverRule"
  | "readPersonWhole"
  | "readPersonHistory"
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
  matchPeople: {
    description:
      "把从别处粘贴来的一列账号、学号（工号）或手机号对应到人，每行一个，须写全，不区分大小写与全半角。没有对应到人的行、对应到不止一人的行，按原来的顺序列在 unmatched；空行略过。范围之外的人按不存在回答。source 是这份名单的行数和 SHA-256，计划变更时原样带上，变更里就记下它从哪里来；名单本身不保存。",
    input: { lines: ["linxiaoman", "G110105201609010099"] },
    answer: {
      people: [LINXIAOMAN],
      unmatched: [{ line: 2, text: "G110105201609010099", why: "nobody" }],
      source: {
        kind: "paste",
        sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        lines: 2,
      },
    },
  },
  exportPeople: {
    description:
      "取出人员，由页面写成 .xlsx 文件；条件与查找人员相同，也可以只取指定的人。每取一页都会记入审计（导出数据）。手机号始终打码。",
    input: { class_id: "p-3-2", identity: "student" },
    answer: { people: [LINXIAOMAN], next: null },
  },
  readDuplicates: {
    description:
      "管辖范围内看起来是同一个人的账号，每组 2 到 20 个：学号或工号相同，姓名和出生日期相同，或姓名和手机号相同。已确认不是同一个人的不再列出。列出的学生会记入审计。",
    input: { school_id: "qiming-primary" },
    answer: {
      groups: [
        {
          why: "birth",
          people: [LINXIAOMAN, { ...LINXIAOMAN, id: "u-linxiaoman-2", account: "linxiaoman2" }],
        },
      ],
      next: null,
    },
  },
  markDistinct: {
    description: "确认几个看起来一样的账号属于不同的人，以后不再列为疑似重复。",
    input: { user_ids: ["u-linxiaoman", "u-linxiaoman-2"] },
    answer: {},
  },
  giveTransfer: {
    description:
      "学生转学时，由原来的学校开出转学码，交给家长；新学校凭码接收。码 30 天内有效，只显示一次，再开一个时旧的作废。开出后学生仍在原来的学校，直到新学校接收。",
    input: { user_id: "u-linxiaoman", school_id: "qiming-primary" },
    answer: { code: "kmp7-3xqd", expires_at: "2026-12-23T02:00:00.000Z" },
  },
  showTransfer: {
    description:
      "新学校出示转学码，看到是哪位学生，再用变更 pupil-take 接收。码不对、用过或过期时按不存在回答（40400）。",
    input: { school_id: "yucai-primary", code: "kmp7-3xqd" },
    answer: { transfer_id: "t-1", name: "林小满", from_school: "晨曦区启明小学" },
  },
  readTransferRequests: {
    description:
      "coming 是本校名册里说是转来、还在等原来的学校放行的学生；放行之前不说明平台上有没有这个人、在哪所学校。going 是别的学校请求接收、姓名和学籍号（或身份证号的散列）都与本校学生相同的请求。请求 30 天后删除。",
    input: { school_id: "yucai-primary" },
    answer: {
      coming: [
        {
          request_id: "r-1",
          name: "周一诺",
          number: "G330106201704120028",
          class_name: "三年级2班",
          asked_at: "2026-11-24T02:00:00.000Z",
          transfer_id: "t-1",
          class_id: "p-3-2",
          from_school: "晨曦区启明小学",
        },
      ],
      going: [
        {
          request_id: "r-2",
          user_id: "u-linxiaoman",
          name: "林小满",
          account: "linxiaoman",
          class_name: "三年级（2）班",
          to_school: "晨曦区启明小学",
          asked_at: "2026-11-24T02:00:00.000Z",
        },
      ],
    },
  },
  answerTransferRequest: {
    description:
      "放行以后，请求的学校用变更 pupil-take 接收，在那之前什么都不变。不放行时不告诉请求的学校：它看到的和平台上没有这个人时一样。",
    input: {
      school_id: "yucai-primary",
      request_id: "r-2",
      user_id: "u-linxiaoman",
      is_given: true,
    },
    answer: {},
  },
  dropTransferRequest: {
    description: "不再等：名册再读一次时，这位学生按新学生建账号。",
    input: { school_id: "yucai-primary", request_id: "r-1" },
    answer: {},
  },
  readLeavers: {
    description:
      "不再属于任何学校的人员，按删除的先后排列，一直保留的排在最后。离校后保留的天数由学校规定（没有规定时按平台的 LEAVER_DAYS），到期删除账号和个人信息；名册或管理员让他们重新属于学校时，就不再列出。",
    input: { school_id: "qiming-primary" },
    answer: {
      leavers: [
        {
          person: LINXIAOMAN,
          left_at: "2026-07-10T02:00:00.000Z",
          due_at: "2027-07-10T02:00:00.000Z",
          kept: null,
        },
      ],
      next: null,
      rule: { days: 365, is_own: false, platform_days: 365, may_set: true },
    },
  },
  keepLeavers: {
    description: "把已离校的人员保留到某一天或一直保留，须写明原因；keep 为 false 时不再保留。",
    input: { user_ids: ["u-linxiaoman"], keep: true, until: "2027-08-31", why: "休学，明年复学" },
    answer: {},
  },
  setLeaverRule: {
    description: "设定学校对离校人员的保留天数，需要再次确认是本人（40004）。",
    input: { school_id: "qiming-primary", days: 180 },
    answer: {},
  },
  readPersonWhole: {
    description:
      "一个人的全部资料：身份、班级、监护人或孩子、登录方式与设备（不含任何凭据）、协议、各部分由谁、由哪次导入写入（别的学校或上级写入的，只说到那一级），以及当前登录者能对此人做什么（can）。只含管辖范围内的部分；范围之外的人按不存在回答（40400）。查看学生会记入审计。",
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
      made: WRITTEN.made,
      changed: [
        {
          field: "birth_date",
          words: "由张伟修改",
          at: "2026-11-18T02:00:00.000Z",
          change_id: "c-birthday",
        },
      ],
      sourced_id: "G110105201609010021",
      mobile: { shown: null, verified: false },
      email: { shown: null, verified: false },
      memberships: LINXIAOMAN.memberships.map((one) => ({
        ...one,
        since: "2026-08-25T01:00:00.000Z",
        source: "chenxi-roster",
        written: WRITTEN,
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
          written: WRITTEN,
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
          written: WRITTEN,
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
      "一个人身上发生过的事，最近的在前，每页 50 条；只含管辖范围内的学校发生的，以及登录和运维人员所做的；可以撤销的变更也在其中，应用和撤销各一条。同一个人在十分钟内的查看合为一条。做的人不在管辖范围内时 by 为空。范围之外的人按不存在回答（40400）。",
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
          change_id: null,
        },
      ],
      next: null,
    },
  },
};
