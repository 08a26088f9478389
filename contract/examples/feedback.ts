import type { ExamplesOf } from "./example.ts";

const ID = "f-4c1d8a90";
const THREAD = {
  id: ID,
  kind: "problem",
  title: "作业提交不了",
  status: "answered",
  side: "person",
  person_name: "陈静",
  identity: "parent",
  school_name: "启明小学",
  assigned_school_name: "启明小学",
  unread: 1,
  created_at: "2026-11-20T08:00:00.000Z",
  updated_at: "2026-11-20T09:30:00.000Z",
} as const;

const MANAGED_THREAD = {
  ...THREAD,
  side: "staff",
  status: "open",
  preview: "点“提交”没有反应。",
  taken_by: { id: "u-linlan", name: "林岚" },
} as const;

export const FEEDBACK_EXAMPLES: ExamplesOf<
  | "readFeedbackUnread"
  | "readFeedbackList"
  | "readFeedback"
  | "createFeedback"
  | "replyFeedback"
  | "markFeedbackRead"
  | "closeFeedback"
  | "readManagedThreads"
  | "readManagedThread"
  | "takeFeedback"
  | "answerFeedback"
  | "noteFeedback"
  | "closeManagedThread"
  | "readFeedbackReceivers"
  | "handOnFeedback"
> = {
  readFeedbackUnread: {
    description: "本人提出的反馈中未读的回复，加上当前身份负责回复的反馈中未读的消息。",
    input: {},
    answer: { has_unread: true, count: 1 },
  },
  readFeedbackList: {
    description:
      "缺省为本人提出的，最近有消息的在前。side 为 staff 时为当前身份负责回复的：学校管理员回复本校的，区域与平台管理员回复本区的；其他身份不能列出。",
    input: { side: "person", status: "answered", page: 1, page_size: 20 },
    answer: { total: 1, items: [{ ...THREAD, preview: "请清除浏览器缓存后再试一次。" }] },
  },
  readFeedback: {
    description: "一条反馈与最近 200 条消息。不是本人提出、也不由当前身份回复的，如同不存在。",
    input: { id: ID },
    answer: {
      ...THREAD,
      messages: [
        {
          seq: 1,
          side: "person",
          name: "陈静",
          mine: true,
          content: "点“提交”没有反应。",
          created_at: "2026-11-20T08:00:00.000Z",
          attachments: [
            {
              key: "Zk3vQ0m1T6yR8wLx2bNcPg",
              name: "截图.png",
              mime: "image/png",
              size: 48_210,
              width: 1366,
              height: 768,
              url: "/file/Zk3vQ0m1T6yR8wLx2bNcPg",
            },
          ],
        },
        {
          seq: 2,
          side: "staff",
          name: "林岚",
          mine: false,
          content: "请清除浏览器缓存后再试一次。",
          created_at: "2026-11-20T09:30:00.000Z",
          attachments: [],
        },
      ],
    },
  },
  createFeedback: {
    description:
      "教师、学生、家长的反馈由所在学校回复，学校管理员的由所在区域回复。内容是纯文本，不可见的字符会被去掉。一天最多 10 条。",
    input: {
      kind: "problem",
      title: "作业提交不了",
      content: "点“提交”没有反应。",
      file_keys: ["Zk3vQ0m1T6yR8wLx2bNcPg"],
    },
    answer: { id: ID },
  },
  replyFeedback: {
    description:
      "提出的人回复后变为待回复，负责的人回复后变为已回复；已结束的会重新打开。一小时最多 60 条。",
    input: { id: ID, content: "可以了，谢谢！" },
    answer: { seq: 3, status: "open" },
  },
  markFeedbackRead: {
    description: "读到第 seq 条为止；之后才来的仍是未读。",
    input: { id: ID, seq: 2 },
    answer: { unread: 0 },
  },
  closeFeedback: {
    description: "问题解决后，两边都可以结束。再有新消息时会重新打开。",
    input: { id: ID },
    answer: {},
  },
  readManagedThreads: {
    description:
      "由有“处理反馈”权限的机构处理的反馈，最近有消息的在前，每页 50 条。view 缺省为 open：未结束的；waiting 为等回复的，mine 为我受理的，closed 为已结束的。本人提出的不在其中。",
    input: { view: "open" },
    answer: { items: [MANAGED_THREAD], next: null },
  },
  readManagedThread: {
    description: "往来的消息和内部备注；读过即为整个机构标为已读。不在权限范围内的，如同不存在。",
    input: { id: ID },
    answer: {
      ...MANAGED_THREAD,
      mine: true,
      messages: [
        {
          seq: 1,
          side: "person",
          name: "陈静",
          mine: false,
          content: "点“提交”没有反应。",
          created_at: "2026-11-20T08:00:00.000Z",
          attachments: [],
        },
      ],
      notes: [
        {
          id: "5b0e2f6a",
          act: "hand-on",
          name: "高远",
          content: "是作业应用的问题",
          to_name: "林岚",
          created_at: "2026-11-20T08:40:00.000Z",
        },
      ],
    },
  },
  takeFeedback: {
    description: "from 是看到的受理人，还没有人受理时不给；已经换了人时以 40900 拒绝。",
    input: { id: ID },
    answer: {},
  },
  answerFeedback: {
    description: "还没有人受理的，由回复的人受理。",
    input: { id: ID, content: "请清除浏览器缓存后再试一次。" },
    answer: { seq: 2, status: "answered" },
  },
  noteFeedback: {
    description: "只有处理反馈的同事看得到。",
    input: { id: ID, content: "已联系应用的厂商。" },
    answer: {},
  },
  closeManagedThread: {
    description: "提出的人再来消息时会重新打开。",
    input: { id: ID },
    answer: {},
  },
  readFeedbackReceivers: {
    description: "也能处理它的同事，以及提出的人所在的学校和上级区域。",
    input: { id: ID },
    answer: {
      people: [{ id: "u-gaoyuan", name: "高远" }],
      schools: [{ id: "s-chenxi", name: "晨曦区教育局" }],
    },
  },
  handOnFeedback: {
    description:
      "转给一位同事（user_id），或一个机构（school_id）：二者给一个。content 是给对方的话。",
    input: { id: ID, user_id: "u-gaoyuan", content: "请帮忙看一下。" },
    answer: {},
  },
};
