import type { ExamplesOf } from "./example.ts";

const SHEET = {
  sheet_id: "5e1a77c0",
  made_at: "2026-11-23T08:00:00.000Z",
  open_until: "2026-11-24T08:00:00.000Z",
  valid_until: "2026-11-30T08:00:00.000Z",
};
const ROWS = [
  {
    id: "u-linxiaoman",
    name: "林小满",
    account: "linxiaoman",
    school_name: "启明实验学校",
    class_name: "三年级（2）班",
    password: "kmp7-3xqd",
  },
];

export const PERSON_ACCESS_EXAMPLES: ExamplesOf<
  | "resetPasswords"
  | "readPasswordSheets"
  | "openPasswordSheet"
  | "resetPersonFactors"
  | "endPersonSessions"
  | "readKeptCodes"
  | "openKeptCode"
  | "viewHome"
> = {
  resetPasswords: {
    description:
      "一次最多 100 人。每人的全部登录随之结束，用临时密码登录后要先设一个自己的密码。还属于别的学校的人、权限在操作人之上的人和操作人自己不在内，left_out 说明少了几人；一个也没有时按不存在回答。离上次输入密码较久时，以 40004（check 为 password）要操作人再证明一次是本人。",
    input: { user_ids: ["u-linxiaoman"] },
    answer: { ...SHEET, rows: ROWS, left_out: 0 },
  },
  readPasswordSheets: {
    description: "只有自己做的；一天以后就打不开了。",
    input: {},
    answer: { sheets: [{ ...SHEET, people: 1 }] },
  },
  openPasswordSheet: {
    description: "已经设了自己的密码的人不再列出。",
    input: { sheet_id: "5e1a77c0" },
    answer: { ...SHEET, rows: ROWS },
  },
  viewHome: {
    description:
      "按首页本身的规则，列出一个人各个身份的首页上有什么；不能打开，也没有角标和地址。本人会收到通知，未满 14 岁的孩子，家长也会收到；审计里有记录。",
    input: { user_id: "u-linxiaoman", reason: "家长说找不到口算" },
    answer: {
      name: "林小满",
      viewed_at: "2026-11-23T08:12:00.000Z",
      homes: [
        {
          school_id: "s-qiming",
          school_name: "启明小学",
          identity: "student",
          quick: [{ id: "homework", name: "作业", icon: "apps/homework.svg" }],
          recent: [],
          shelves: [
            {
              id: "study",
              name: "学习",
              apps: [{ id: "homework", name: "作业", icon: "apps/homework.svg" }],
            },
          ],
        },
      ],
    },
  },
  resetPersonFactors: {
    description: "验证器、通行密钥和恢复码一起取消，登录随之结束。",
    input: { user_id: "u-sunhao" },
    answer: { had: true },
  },
  endPersonSessions: {
    description: "连同记住的设备一起结束。",
    input: { user_id: "u-sunhao" },
    answer: { last_seen: "2026-11-23T07:58:12.000Z" },
  },
  readKeptCodes: {
    description:
      "没有短信或邮件服务时，验证码在有效的几分钟里等人转告。只列出可以由操作人设新密码的人的；新绑定的手机号和邮箱还不是谁的，只有全平台的管理员看得到。",
    input: {},
    answer: {
      codes: [
        {
          ...{ id: "0c4e7f52", channel: "mobile", receiver: "138****0000", use: "login" },
          people: [{ id: "u-sunhao", name: "孙浩", account: "sunhao" }],
          created_at: "2026-11-23T08:00:00.000Z",
          expires_at: "2026-11-23T08:05:00.000Z",
        },
      ],
    },
  },
  openKeptCode: {
    description: "离上次输入密码较久时，以 40004（check 为 password）要操作人再证明一次是本人。",
    input: { id: "0c4e7f52" },
    answer: { code: "402817", expires_at: "2026-11-23T08:05:00.000Z" },
  },
};
