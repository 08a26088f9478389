import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { StoredFile } from "./file.ts";
import {
  After,
  Attempt,
  Id,
  IdentitySchema,
  Next,
  Nothing,
  Nullable,
  otherwise,
  Time,
  Within,
} from "./schema.ts";
import { GRADES } from "./stage.ts";

/** Notices that staff send to pupils, guardians and staff of their place, and who has confirmed them (IN-02, IN-03). */

/** Days for which a notice is kept in inboxes and lists. */
export const SENT_NOTICE_DAYS = 400;
export const NOTICE_TITLE_MAX = 60;
export const NOTICE_TEXT_MAX = 5000;
export const NOTICE_CHOICES_MAX = 6;
/** The most files that a notice has, and their size together in bytes. */
export const NOTICE_FILES_MAX = 9;
export const NOTICE_BYTES_MAX = 50 * 1024 * 1024;
/** Notices of one page of the list. */
export const SENT_NOTICE_PAGE = 20;
/** Units of one page of the list of who has not confirmed. */
export const UNCONFIRMED_PAGE = 200;
/** Minutes between two reminders of one notice. */
export const REMIND_AFTER_MINUTES = 60;

/** The confirmation that a notice asks for: `choice` is an answer out of those given. */
export const NOTICE_CONFIRMS = ["none", "read", "received", "choice"] as const;
export type NoticeConfirm = (typeof NOTICE_CONFIRMS)[number];
/** The guardians of a child who must confirm. */
export const NOTICE_GUARDIANS = ["any", "every"] as const;
export const NOTICE_STATES = ["planned", "sending", "sent", "taken-back"] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];
/** Identities that a notice can be written to. */
export const NOTICE_IDENTITIES = ["student", "parent", "teacher", "manager"] as const;

const PATH = "/dt-platform/v1/administration/notice";
const closed = { additionalProperties: false };
const Place = Type.String({ minLength: 1, maxLength: 64, description: "学校或区域" });
const Title = Type.String({ minLength: 1, maxLength: NOTICE_TITLE_MAX });
const FileKeys = Type.Array(Id, {
  maxItems: NOTICE_FILES_MAX,
  description: "图片和文件，按显示的顺序：用途为 notice、已经上传的文件的编号，合计不超过 50 MB",
});
const Text = Type.String({
  minLength: 1,
  maxLength: NOTICE_TEXT_MAX,
  description: "正文：没有标记的文字，空行分段",
});

/**
 * The people to whom a notice is written: a group, or those who have one of the identities, in the grades and classes
 * named (empty lists limit nothing). Guardians count by their children.
 */
export const NoticeAudience = Type.Object(
  {
    identities: Type.Array(Type.Enum([...NOTICE_IDENTITIES]), { maxItems: 4 }),
    grade_ids: Type.Array(Type.Enum(GRADES.map(({ id }) => id)), { maxItems: GRADES.length }),
    class_ids: Type.Array(Type.String({ minLength: 1, maxLength: 129 }), {
      maxItems: 200,
      description: "班级；区域的通知写成“学校编号/班级编号”",
    }),
    group_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: "写给一个群组；其他条件都不看",
      }),
    ),
  },
  closed,
);
export type NoticeAudience = Static<typeof NoticeAudience>;

const Counts = {
  sentence: Type.String({ description: "一句话，如“180 位学生的 212 位家长”" }),
  people: Type.Integer({ description: "一共多少人收到" }),
  without_guardian: Type.Integer({ description: "写给家长时，没有登记家长的学生数" }),
};

export const previewNotice = declareCall({
  method: "POST",
  path: `${PATH}/preview`,
  who: { right: "notice.send" },
  summary: "通知会发给多少人；什么也不保存",
  feature: "notice",
  input: Type.Object({ school_id: Place, audience: NoticeAudience }, closed),
  answer: Type.Object({
    who: Type.String({ description: "写给谁，如“三年级的家长”" }),
    ...Counts,
    identities: Type.Array(Type.Object({ identity: IdentitySchema, people: Type.Integer() })),
  }),
});

/** Sends at once, or at `send_at`. Pupils get it between 7:00 and 21:00 only. */
export const sendNotice = declareCall({
  method: "POST",
  path: `${PATH}/send`,
  who: { right: "notice.send" },
  summary: "发一条通知，现在或到定好的时刻",
  feature: "notice",
  input: Type.Object(
    {
      school_id: Place,
      title: Title,
      text: Text,
      audience: NoticeAudience,
      confirm: Type.Enum([...NOTICE_CONFIRMS], {
        description: "none 不需要，read 看过就算，received 点“收到”，choice 选一个回答",
      }),
      choices: Type.Array(Type.String({ minLength: 1, maxLength: 20 }), {
        maxItems: NOTICE_CHOICES_MAX,
        description: "可选的回答，2 到 6 个；只在 confirm 为 choice 时",
      }),
      guardians: Type.Enum([...NOTICE_GUARDIANS], {
        description: "any 一位家长确认就算，every 每位家长都要确认",
      }),
      send_at: Type.Optional({ ...Time, description: "到这个时刻再发；不写就现在发" }),
      file_keys: Type.Optional(FileKeys),
      attempt: Attempt,
    },
    closed,
  ),
  answer: Type.Object({ notice_id: Id }),
});

export const SentNotice = Type.Object({
  id: Id,
  school_id: Id,
  place_name: Type.String({ description: "以哪所学校或区域的名义" }),
  title: Type.String(),
  who: Type.String({ description: "写给谁，如“三年级的家长”" }),
  by_name: Nullable(Type.String({ description: "发送的人" })),
  state: Type.Enum([...NOTICE_STATES], {
    description: "planned 等待发送，sending 正在发送，sent 已发送，taken-back 已撤回",
  }),
  version: Type.Integer({ description: "修改时带上" }),
  created_at: Time,
  send_at: Time,
  sent_at: Nullable(Time),
  changed_at: Nullable(Time),
  taken_back_at: Nullable(Time),
  reminded_at: Nullable(Time),
  confirm: Type.Enum([...NOTICE_CONFIRMS]),
  guardians: Type.Enum([...NOTICE_GUARDIANS]),
  people: Type.Integer({ description: "收到的人数" }),
  read: Type.Integer({ description: "看过的人数" }),
  expected: Type.Integer({ description: "要确认的份数：每个孩子一份，每位学生和教职工一份" }),
  confirmed: Type.Integer({ description: "已确认的份数" }),
});
export type SentNotice = Static<typeof SentNotice>;

export const SentNoticeWhole = Type.Object({
  ...SentNotice.properties,
  text: Type.String(),
  files: Type.Array(StoredFile, { description: "图片和文件；已撤回的没有", ...otherwise([]) }),
  sentence: Counts.sentence,
  without_guardian: Counts.without_guardian,
  answers: Type.Array(Type.Object({ choice: Type.String(), count: Type.Integer() }), {
    description: "每个回答有多少份",
  }),
  differing: Type.Integer({ description: "家长的回答不一致的份数" }),
});
export type SentNoticeWhole = Static<typeof SentNoticeWhole>;

export const readSentNotices = declareCall({
  method: "GET",
  path: "/dt-platform/v1/administration/notices",
  who: { right: "notice.send" },
  summary: "我管理的学校发过的通知，新的在前",
  feature: "notice",
  input: Type.Object({ school_id: Within, after: After(200) }),
  answer: Type.Object({ notices: Type.Array(SentNotice), next: Next }),
});

export const readSentNotice = declareCall({
  method: "GET",
  path: PATH,
  who: { right: "notice.send" },
  summary: "一条通知，和有多少人看过、确认过",
  feature: "notice",
  input: Type.Object({ notice_id: Id }),
  answer: SentNoticeWhole,
});

/**
 * Changes the title, the text and the files; who has it sees that it changed. With `ask_again` earlier confirmations no longer count.
 * Refused with 40900 when somebody else has changed it, or it was taken back.
 */
export const changeNotice = declareCall({
  method: "POST",
  path: `${PATH}/change`,
  who: { right: "notice.send" },
  summary: "修改一条通知的标题、正文和文件",
  feature: "notice",
  input: Type.Object(
    {
      notice_id: Id,
      version: Type.Integer({ description: "改的是哪一版" }),
      title: Title,
      text: Text,
      file_keys: Type.Optional({
        ...FileKeys,
        description: "改过以后的图片和文件，原有的也要写上；不写就不变",
      }),
      ask_again: Type.Boolean({ description: "请大家重新确认" }),
    },
    closed,
  ),
  answer: Nothing,
});

export const takeBackNotice = declareCall({
  method: "POST",
  path: `${PATH}/take-back`,
  who: { right: "notice.send" },
  summary: "撤回一条通知；还没有发的，就不发了",
  feature: "notice",
  input: Type.Object({ notice_id: Id }, closed),
  answer: Nothing,
});

/** Refused with 40900 where nothing is to be confirmed, or within an hour of the last reminder. */
export const remindNotice = declareCall({
  method: "POST",
  path: `${PATH}/remind`,
  who: { right: "notice.send" },
  summary: "提醒还没有确认的人",
  feature: "notice",
  input: Type.Object({ notice_id: Id }, closed),
  answer: Type.Object({ people: Type.Integer({ description: "提醒了多少人" }) }),
});

export const UnconfirmedUnit = Type.Object({
  id: Id,
  name: Type.String({ description: "学生或教职工的姓名" }),
  account: Type.String({ description: "账号，用来分清同名的人" }),
  identity: Type.Enum([...NOTICE_IDENTITIES], {
    description: "谁来确认：学生本人、学生的家长，或教职工",
  }),
  classes: Type.String({ description: "所在班级" }),
  guardians: Type.Array(
    Type.Object({ name: Type.String(), relation: Type.String(), is_done: Type.Boolean() }),
  ),
});
export type UnconfirmedUnit = Static<typeof UnconfirmedUnit>;

export const readUnconfirmed = declareCall({
  method: "GET",
  path: `${PATH}/unconfirmed`,
  who: { right: "notice.send" },
  summary: "还没有确认的人，按班级排列",
  feature: "notice",
  input: Type.Object({ notice_id: Id, after: After(600) }),
  answer: Type.Object({ units: Type.Array(UnconfirmedUnit), next: Next }),
});
