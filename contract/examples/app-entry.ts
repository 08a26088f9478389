import { LESSON_PLANS } from "./catalogue.ts";
import type { ExamplesOf } from "./example.ts";

const SHOWN = {
  ...LESSON_PLANS,
  district_id: null,
  stage_ids: ["primary"],
  grade_ids: [],
  open_at: "2026-09-01T00:00:00.000Z",
  close_at: null,
  claims: ["name", "school"],
  approved: false,
  step_up: false,
  roster: null,
  has_secret: true,
  shelf_state: "shelf" as const,
  filing_number: "",
  updated_at: "2026-11-20T08:00:00.000Z",
};

const ENTRY = {
  ...SHOWN,
  school_ids: [],
  class_ids: [],
  pilot_class_ids: [],
  aliases: ["教案"],
  allow_user_ids: [],
  allow_school_ids: ["s-1"],
  allow_class_ids: [],
  allow_identities: [],
  deny_user_ids: ["u-9"],
  deny_school_ids: [],
  deny_class_ids: [],
  allow_group_ids: [],
  deny_group_ids: [],
  deny_identities: [],
  settings: {},
  revision: 3,
};

const NEW = {
  category_id: "teaching",
  name: "电子教案",
  launch: "ticket",
  url: "https://plans.example.cn/",
  roles: ["teacher"],
  claims: ["name", "school"],
} as const;

export const APP_ENTRY_EXAMPLES: ExamplesOf<
  "saveApp" | "listApps" | "readAppEntry" | "readAppChoices" | "previewApp"
> = {
  saveApp: {
    description:
      "不带 id 时新建，带 id 时只改给出的部分。区域管理员只能更改自己区域的应用，其他区域的如同不存在；revision 与现在的不同时回答 40900。需要密钥的应用在新建时给出密钥，只此一次。",
    input: { ...NEW, roles: [...NEW.roles], claims: [...NEW.claims] },
    answer: { ...ENTRY, secret: "只在这里出现一次的密钥" },
  },
  listApps: {
    description: "平台的应用和本人区域的应用，连同逐条规则的结果；名单里有谁只给出数目。",
    input: {},
    answer: {
      categories: [{ id: "teaching", name: "教学", sort: 1 }],
      apps: [
        {
          ...SHOWN,
          schools: 0,
          classes: 0,
          allowed: 1,
          denied: 1,
          switched_off: false,
          settings: [],
          may_edit: true,
          rules: [
            { rule: "district", passes: true },
            { rule: "dates", passes: true },
            { rule: "roles", passes: false },
          ],
        },
      ],
    },
  },
  readAppEntry: {
    description: "一个应用的全部设置，没有密钥；人的姓名只显示第一个字。",
    input: { id: "lesson-plans" },
    answer: {
      app: ENTRY,
      names: [
        { id: "s-1", name: "启明小学" },
        { id: "u-9", name: "王＊" },
      ],
      handover: [
        { name: "应用编号", value: "lesson-plans" },
        {
          name: "换取用户信息",
          value: "https://school.example.cn/dt-platform/v1/sso/api/app/redeem",
        },
      ],
    },
  },
  readAppChoices: {
    description:
      "带 school_id 时给出那所学校的班级，带 account 时给出这个账号的人；够不着的如同不存在。",
    input: { school_id: "s-1", account: "sunhao" },
    answer: {
      for_everyone: false,
      settings: [
        {
          ...{ launch: "cas" as const, name: "services", is: "addresses" as const, options: [] },
          ...{ label: "服务地址（service）", hint: "应用的开发方给出，一字不差；有几个就写几行" },
        },
      ],
      categories: [{ id: "teaching", name: "教学", sort: 1 }],
      districts: [{ id: "d-1", name: "晨曦区教育局" }],
      schools: [{ id: "s-1", name: "启明小学" }],
      groups: [{ id: "g-choir", name: "启明小学 合唱团" }],
      classes: [{ id: "c-32", name: "三年级（2）班", grade_id: "3", stage_id: "primary" }],
      person: { id: "u-2", name: "孙＊" },
    },
  },
  previewApp: {
    description: "按填写的内容逐人判断，什么也不保存。",
    input: { ...NEW, roles: [...NEW.roles], claims: [...NEW.claims], school: "s-1" },
    answer: {
      identities: [
        { identity: "teacher", people: 60, seen: 60, hidden: [] },
        { identity: "student", people: 900, seen: 0, hidden: [{ rule: "roles", people: 900 }] },
      ],
    },
  },
};
