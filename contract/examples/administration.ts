import { COMMON_BUNDLES } from "#contract";
import type { ExamplesOf } from "./example.ts";

const SCHOOL = {
  kind: "school",
  school_id: "s-qiming",
  part_id: "",
  name: "启明实验学校",
  school_name: "",
} as const;

const CLASS = {
  school_id: "s-qiming",
  id: "p-3-2",
  name: "三年级（2）班",
  grade_id: "3",
  stage_id: "primary",
  is_abled: true,
  is_roster_owned: true,
  pupils: 38,
  heads: [{ id: "u-linlan", name: "林岚" }],
};

const HELD = {
  rights: ["people.read" as const, "people.secret" as const, "report.read" as const],
  bundle: "年级组长",
  place: {
    kind: "grade" as const,
    school_id: "s-qiming",
    part_id: "3",
    name: "三年级",
    school_name: "启明实验学校",
  },
  source: "grant" as const,
  grant_id: "8c1d2b6e",
  since: "2026-09-01T00:00:00.000Z",
  until: "2027-07-15T16:00:00.000Z",
  given_by: { id: "u-linlan", name: "林岚" },
  may_end: true,
  in_force: true,
};

const DUTY_HELD = {
  ...HELD,
  rights: ["people.read" as const, "audit.read" as const, "report.read" as const],
  bundle: "审计管理员",
  place: SCHOOL,
};

const BUNDLE = {
  id: "own-1",
  name: "社团负责人",
  sentence: "查看本校人员",
  rights: ["people.read" as const],
  place_kinds: ["school" as const, "grade" as const, "class" as const],
  is_own: true,
};

export const ADMINISTRATION_EXAMPLES: ExamplesOf<
  | "readReview"
  | "confirmReview"
  | "proveForAdministration"
  | "readAdministration"
  | "readOrganisations"
  | "readClasses"
  | "readClass"
  | "readTeaching"
  | "matchTeachers"
  | "readRightsOf"
  | "readHolders"
  | "readWhoMay"
  | "readBundles"
  | "readDuties"
  | "makeBundle"
  | "retireBundle"
  | "giveGrant"
  | "endGrant"
> = {
  readReview: {
    description: "每学期由可以授权的人看一遍谁有管理权限；90 天没有使用的账号单独列出。",
    input: { school_id: "qiming-primary" },
    answer: {
      term: "2026—2027 学年上学期",
      confirmed: null,
      holders: 12,
      unused: [{ id: "u-zhaolei", name: "赵磊", account: "zhaolei", last_seen_at: null }],
    },
  },
  confirmReview: {
    description: "确认本学期的权限，需要再次确认是本人（40004）。",
    input: { school_id: "qiming-primary" },
    answer: {},
  },
  proveForAdministration: {
    description:
      "管理页面的接口一段时间（默认 30 分钟）没有使用后，会以 40004 拒绝，data.why 为 administration；用这个接口给出登录密码或两步验证，随后再调用原来的接口。刚刚验证过时不必再给。",
    input: { password: "xuemen-2026" },
    answer: {},
  },
  readAdministration: {
    description: "身份带来的、班主任的和单独授予的都在内；一项也没有时 rights 为空。",
    input: {},
    answer: {
      rights: [{ right: "people.read", places: [SCHOOL] }],
      is_separate: false,
      conflict: [],
    },
  },
  readOrganisations: {
    description:
      "只有其中一个年级或班级归我管的学校也在内，is_whole 为 false。管不到的上级区域不出现。",
    input: {},
    answer: {
      organisations: [
        {
          id: "s-qiming",
          kind: "school",
          parent_id: null,
          name: "启明实验学校",
          logo: null,
          stage_ids: ["primary", "junior"],
          is_abled: true,
          is_roster_owned: true,
          is_whole: true,
        },
      ],
    },
  },
  readClasses: {
    description: "管不到的学校按不存在回答，管不到的班级不在列表里。",
    input: { school_id: "s-qiming" },
    answer: { classes: [CLASS] },
  },
  readClass: {
    description:
      "看过学生名单会留下审计记录。written 说班级和任课由谁、由哪次导入写入；别的学校或上级写入的，只说到那一级。",
    input: { school_id: "s-qiming", class_id: "p-3-2" },
    answer: {
      class: CLASS,
      written: {
        made: {
          words: "表格导入“2026 秋季名单.xlsx”",
          at: "2026-08-25T01:00:00.000Z",
          change_id: null,
        },
        changed: null,
      },
      pupils: [
        {
          id: "u-linxiaoman",
          name: "林小满",
          account: "linxiaoman",
          is_abled: true,
          memberships: [
            {
              school_id: "s-qiming",
              school_name: "启明实验学校",
              identity: "student",
              is_abled: true,
              until: null,
            },
          ],
          last_sign_in: null,
          locked: null,
        },
      ],
      teachers: [
        {
          id: "u-linlan",
          name: "林岚",
          account: "linlan",
          subject_id: "chinese",
          subject_name: "语文",
          is_head: true,
          written: {
            made: { words: "由张伟手工建立", at: "2026-11-20T01:00:00.000Z", change_id: "c-teach" },
            changed: null,
          },
        },
      ],
    },
  },
  readTeaching: {
    description: "subject_id 为空的格子是班主任。安排任课用 teaching-grid 这一种变更。",
    input: { school_id: "s-qiming" },
    answer: {
      subjects: [{ id: "chinese", name: "语文" }],
      cells: [
        {
          class_id: "p-3-2",
          subject_id: "chinese",
          teachers: [{ id: "u-linlan", name: "林岚", account: "linlan" }],
        },
      ],
    },
  },
  matchTeachers: {
    description: "名字、账号或工号要写全，也可以写成“姓名（账号）”；重名时几个人都列出来。",
    input: { school_id: "s-qiming", texts: ["林岚", "没有这个人"] },
    answer: {
      matches: [
        { text: "林岚", people: [{ id: "u-linlan", name: "林岚", account: "linlan" }] },
        { text: "没有这个人", people: [] },
      ],
    },
  },
  readRightsOf: {
    description: "只列出我管理的范围内的；别处的不出现。",
    input: { user_id: "u-sunhao" },
    answer: { held: [HELD] },
  },
  readHolders: {
    description: "写明学校时连同班主任；不写时不含班主任。",
    input: { school_id: "s-qiming" },
    answer: { holders: [{ id: "u-sunhao", name: "孙浩", account: "sunhao", held: [HELD] }] },
  },
  readWhoMay: {
    description: "由作出决定的同一个函数回答。above 为 true 时，上级区域和平台的管理员也可以。",
    input: { user_id: "u-linxiaoman" },
    answer: {
      holders: [
        {
          id: "u-linlan",
          name: "林岚",
          rights: ["people.read", "people.secret"],
          because: "班主任 · 三年级（2）班",
        },
      ],
      above: true,
    },
  },
  readBundles: {
    description: "平台统一的，以及本区域、本校自定的。",
    input: {},
    answer: { bundles: [...COMMON_BUNDLES.slice(3, 5), BUNDLE], rights: ["people.read"] },
  },
  readDuties: {
    description:
      "三员分立时才有内容。写明学校时是那里的；不写时是平台和区域的。同时有两种权限的人，两种都不生效，由安全管理员收回一种。",
    input: {},
    answer: {
      duties: [
        { duty: "system", holders: [] },
        { duty: "security", holders: [] },
        {
          duty: "audit",
          holders: [{ id: "u-sunhao", name: "孙浩", account: "sunhao", held: [DUTY_HELD] }],
        },
      ],
      conflicts: [],
    },
  },
  makeBundle: {
    description: "只能包含自己有的权限。做好以后权限不再变，要改就停用它另做一个。",
    input: {
      school_id: "s-qiming",
      name: "社团负责人",
      sentence: "查看本校人员",
      rights: ["people.read"],
    },
    answer: BUNDLE,
  },
  retireBundle: {
    description: "以后不能再授予；已经授予的不变。",
    input: { bundle_id: "own-1" },
    answer: {},
  },
  giveGrant: {
    description:
      "只能授予教职工；权限、范围和到期时间都不能超出自己的，否则 40005，msg 说明是哪一项。授权随所依据的身份一起失效。离上次输入密码较久时，以 40004（check 为 password）要操作人再证明一次是本人。",
    input: {
      user_id: "u-sunhao",
      bundle_id: "grade_head",
      place: { kind: "grade", school_id: "s-qiming", part_id: "3" },
      until: "2027-07-15T16:00:00.000Z",
    },
    answer: HELD,
  },
  endGrant: {
    description: "一个范围里最后一个可以授权的人不能收回。一秒内在所有节点生效。",
    input: { grant_id: "8c1d2b6e", why: "不再担任年级组长" },
    answer: {},
  },
};
