import type { InboxItem, NoticeAlerts, NoticeAudience, SentNotice, StoredFile } from "#contract";
import type { ExamplesOf } from "./example.ts";

const AUDIENCE: NoticeAudience = { identities: ["parent"], grade_ids: ["3"], class_ids: [] };

const KEY = "n7Wc2fQm5T1yR8wLx0bKdg";
const ROUTE: StoredFile = {
  ...{ key: KEY, name: "秋游路线.pdf", mime: "application/pdf", size: 183_250 },
  ...{ width: null, height: null, url: `/file/${KEY}` },
};

const SENT: SentNotice = {
  ...{ id: "nt-12", school_id: "s-qiming", place_name: "启明实验学校", title: "周五秋游" },
  ...{ who: "三年级的家长", by_name: "周校长", state: "sent", version: 1 },
  created_at: "2026-11-23T08:00:00.000Z",
  send_at: "2026-11-23T08:00:00.000Z",
  sent_at: "2026-11-23T08:00:03.000Z",
  ...{ changed_at: null, taken_back_at: null, reminded_at: null },
  ...{ confirm: "choice", guardians: "any" },
  ...{ people: 212, read: 150, expected: 180, confirmed: 120 },
};

const ITEM: InboxItem = {
  ...{ id: "ni-7", title: "周五秋游", excerpt: "周五上午八点在校门口集合。" },
  ...{ from_name: "启明实验学校", by_name: "周校长", at: "2026-11-23T08:00:03.000Z" },
  child: { id: "u-linxiaoman", name: "林小满" },
  ...{ is_read: false, changed_at: null, is_taken_back: false },
  ...{ is_waiting: true, is_reminded: false, confirm: "choice", choices: ["参加", "不参加"] },
  ...{ answered_at: null, choice: null, file_count: 1 },
};

const COUNTS = {
  unread: 3,
  waiting: 1,
  tasks: 2,
  others: [{ identity: "teacher", unread: 2 }],
} as const;

const ALERTS: NoticeAlerts = {
  email: { is_offered: true, shown: "l***@school.example.cn", is_verified: true, is_on: true },
  mobile: { is_offered: false, shown: null, is_verified: false, is_on: false },
  push: {
    key: "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
    is_on: false,
    known: null,
  },
};

export const NOTICE_EXAMPLES: ExamplesOf<
  | "previewNotice"
  | "sendNotice"
  | "readSentNotices"
  | "readSentNotice"
  | "changeNotice"
  | "takeBackNotice"
  | "remindNotice"
  | "readUnconfirmed"
  | "readInbox"
  | "readInboxCounts"
  | "readInboxTasks"
  | "readNoticeAlerts"
  | "saveNoticeAlert"
  | "savePush"
  | "endPush"
  | "readInboxItem"
  | "markInboxRead"
  | "answerInboxItem"
> = {
  previewNotice: {
    description: "群组、班级不属于这所学校，或者不在权限的范围里，按不存在回答（40400）。",
    input: { school_id: "s-qiming", audience: AUDIENCE },
    answer: {
      who: "三年级的家长",
      sentence: "180 位学生的 212 位家长",
      people: 212,
      identities: [{ identity: "parent", people: 212 }],
      without_guardian: 3,
    },
  },
  sendNotice: {
    description:
      "名单在发送的那一刻确定。学生在 21:00 到 7:00 之间收不到，早上 7:00 才到。图片和文件先上传，用途为 notice，" +
      "每个不超过 20 MB，合计不超过 50 MB；只有收到的人和管理这条通知的人能打开。",
    input: {
      ...{ school_id: "s-qiming", audience: AUDIENCE, title: "周五秋游" },
      ...{ text: "周五上午八点在校门口集合。", confirm: "choice", guardians: "any" },
      choices: ["参加", "不参加"],
      file_keys: [KEY],
    },
    answer: { notice_id: "nt-12" },
  },
  readSentNotices: {
    description: "班主任和年级组长只看见自己发的。",
    input: { school_id: "s-qiming" },
    answer: { notices: [SENT], next: null },
  },
  readSentNotice: {
    description: "每个孩子算一份；家长都要确认的，每位家长都确认了才算。",
    input: { notice_id: "nt-12" },
    answer: {
      ...SENT,
      ...{ text: "周五上午八点在校门口集合。", sentence: "180 位学生的 212 位家长" },
      without_guardian: 3,
      answers: [
        { choice: "参加", count: 110 },
        { choice: "不参加", count: 10 },
      ],
      differing: 0,
      files: [ROUTE],
    },
  },
  changeNotice: {
    description: "已经收到的人会看到“已修改”，并重新变成未读。",
    input: {
      ...{ notice_id: "nt-12", version: 1, title: "周五秋游（改为九点）" },
      ...{ text: "周五上午九点在校门口集合。", ask_again: true, file_keys: [KEY] },
    },
    answer: {},
  },
  takeBackNotice: {
    description: "收到的人只看到“已撤回”，看不到内容，也打不开文件。",
    input: { notice_id: "nt-12" },
    answer: {},
  },
  remindNotice: {
    description: "没有确认的人那里重新变成未读；一小时内只能提醒一次。",
    input: { notice_id: "nt-12" },
    answer: { people: 64 },
  },
  readUnconfirmed: {
    description: "每页 200 份；读学生的姓名留下一条查看记录。",
    input: { notice_id: "nt-12" },
    answer: {
      units: [
        {
          ...{ id: "u-linxiaoman", name: "林小满", account: "linxiaoman" },
          ...{ identity: "parent", classes: "三年级1班" },
          guardians: [{ name: "林岚", relation: "母亲", is_done: false }],
        },
      ],
      next: null,
    },
  },
  readInbox: {
    description: "家长的每个孩子各有一条。不再是监护人的，看不到那个孩子的通知。",
    input: { waiting: true },
    answer: { items: [ITEM], next: null },
  },
  readNoticeAlerts: {
    description:
      "本人收到通知时，要不要同时发邮件或短信。只有平台配置了邮件或短信服务，才提供对应的一种；只发到验证过的联系方式。",
    input: {},
    answer: ALERTS,
  },
  saveNoticeAlert: {
    description:
      "开启或关闭一种提醒。平台不能这样发，或者联系方式没有验证过，开启时返回 40001；关闭总是可以的。",
    input: { channel: "email", is_on: true },
    answer: ALERTS,
  },
  savePush: {
    description:
      "浏览器订阅推送以后调用；同一次登录只有一个，退出登录就结束。推送地址只能是公网的 https 地址。",
    input: {
      endpoint: "https://push.example.com/send/f3b2",
      p256dh:
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    },
    answer: {},
  },
  endPush: { description: "这个浏览器不再接收推送。", input: {}, answer: {} },
  readInboxTasks: {
    description:
      "应用的待办只在能看到这个应用、还没有做完时列出；等家长同意的，每个未满 14 岁的孩子一件；反馈只列有新答复的。",
    input: {},
    answer: {
      tasks: [
        {
          ...{
            kind: "consent",
            id: "u-xiaoman",
            title: "林小满",
            from_name: "",
            due: null,
            due_words: null,
          },
          link: "/module/profile/family",
        },
        {
          ...{ kind: "todo", id: "homework/page-3", title: "口算第 3 页", from_name: "作业" },
          ...{
            due: "2026-11-24T10:00:00.000Z",
            due_words: "今天 18:00 前",
            link: "https://homework.example/3",
          },
        },
      ],
    },
  },
  readInboxCounts: {
    description: "首页的铃用它；others 是本人其他身份的。",
    input: {},
    answer: { ...COUNTS, others: [...COUNTS.others] },
  },
  readInboxItem: {
    description: "读全文不算看过，看过要另外标记。别人的按不存在回答（40400）。",
    input: { id: "ni-7" },
    answer: { ...ITEM, html: "<p>周五上午八点在校门口集合。</p>", files: [ROUTE] },
  },
  markInboxRead: {
    description: "不写 ids，就是当前身份的全部。",
    input: { ids: ["ni-7"] },
    answer: { ...COUNTS, unread: 2, others: [...COUNTS.others] },
  },
  answerInboxItem: {
    description: "可以改答，以最后一次为准；已撤回的答 40900。",
    input: { id: "ni-7", choice: "参加" },
    answer: {
      ...{ ...ITEM, is_read: true, is_waiting: false },
      ...{ answered_at: "2026-11-23T09:00:00.000Z", choice: "参加" },
    },
  },
};
