import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { StoredFile } from "./file.ts";
import { Attempt, Id, IdentitySchema, Nothing, Time } from "./schema.ts";

export const FEEDBACK_KINDS = ["problem", "question", "suggestion"] as const;
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number];
export const FEEDBACK_KIND_NAMES: Readonly<Record<FeedbackKind, string>> = {
  problem: "遇到问题",
  question: "想问一下",
  suggestion: "提个建议",
};

/** `open`: needs an answer. A message of the person reopens a thread in any state. */
export const FEEDBACK_STATUSES = ["open", "answered", "closed"] as const;
export type FeedbackStatus = (typeof FEEDBACK_STATUSES)[number];
export const FEEDBACK_STATUS_NAMES: Readonly<Record<FeedbackStatus, string>> = {
  open: "待回复",
  answered: "已回复",
  closed: "已结束",
};

/** The author's side of a message: the person who asked, or the staff who answer. */
export const FEEDBACK_SIDES = ["person", "staff"] as const;
export type FeedbackSide = (typeof FEEDBACK_SIDES)[number];

export const FEEDBACK_LIMITS = { title: 60, content: 2000, attachments: 6, pageSize: 50 } as const;

const PATH = "/dt-platform/v1/customer-service/feedback";
const Content = Type.String({
  minLength: 1,
  maxLength: FEEDBACK_LIMITS.content,
  description: "纯文本",
});
const FileKeys = Type.Optional(
  Type.Array(Id, {
    maxItems: FEEDBACK_LIMITS.attachments,
    description: "以 feedback 为用途上传的文件",
  }),
);

const THREAD = {
  id: Id,
  kind: Type.Enum(FEEDBACK_KINDS),
  title: Type.String(),
  status: Type.Enum(FEEDBACK_STATUSES),
  side: Type.Enum(FEEDBACK_SIDES, { description: "读的人在哪一边" }),
  person_name: Type.String(),
  identity: IdentitySchema,
  school_name: Type.String(),
  assigned_school_name: Type.String({ description: "由哪个机构回复" }),
  unread: Type.Integer({ description: "对方发来、尚未读的条数" }),
  created_at: Time,
  updated_at: Time,
};

export const FeedbackSummary = Type.Object({ ...THREAD, preview: Type.String() });
export type FeedbackSummary = Static<typeof FeedbackSummary>;

export const FeedbackMessage = Type.Object({
  seq: Type.Integer(),
  side: Type.Enum(FEEDBACK_SIDES),
  name: Type.String(),
  mine: Type.Boolean(),
  content: Type.String(),
  created_at: Time,
  attachments: Type.Array(StoredFile),
});
export type FeedbackMessage = Static<typeof FeedbackMessage>;

export const FeedbackThread = Type.Object({ ...THREAD, messages: Type.Array(FeedbackMessage) });
export type FeedbackThread = Static<typeof FeedbackThread>;

export const readFeedbackUnread = declareCall({
  method: "GET",
  path: `${PATH}/has-unread`,
  who: "member",
  summary: "是否有未读的反馈消息",
  feature: "feedback",
  input: Type.Object({}),
  answer: Type.Object({ has_unread: Type.Boolean(), count: Type.Integer() }),
  anyServer: true,
});

export const readFeedbackList = declareCall({
  method: "GET",
  path: `${PATH}/list`,
  who: "member",
  summary: "列出反馈",
  feature: "feedback",
  input: Type.Object({
    side: Type.Optional(
      Type.Enum(FEEDBACK_SIDES, { description: "person：我提出的；staff：等我们回复的" }),
    ),
    status: Type.Optional(Type.Enum(FEEDBACK_STATUSES)),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: FEEDBACK_LIMITS.pageSize })),
  }),
  answer: Type.Object({ total: Type.Integer(), items: Type.Array(FeedbackSummary) }),
});

export const readFeedback = declareCall({
  method: "GET",
  path: `${PATH}/detail`,
  who: "member",
  summary: "读取一条反馈与其中的消息",
  feature: "feedback",
  input: Type.Object({ id: Id }),
  answer: FeedbackThread,
});

export const createFeedback = declareCall({
  method: "POST",
  path: `${PATH}/create`,
  who: "member",
  summary: "提出反馈",
  feature: "feedback",
  input: Type.Object({
    kind: Type.Enum(FEEDBACK_KINDS),
    title: Type.String({ minLength: 1, maxLength: FEEDBACK_LIMITS.title }),
    content: Content,
    file_keys: FileKeys,
    attempt: Attempt,
  }),
  answer: Type.Object({ id: Id }),
});

export const replyFeedback = declareCall({
  method: "POST",
  path: `${PATH}/reply`,
  who: "member",
  summary: "在一条反馈中回复",
  feature: "feedback",
  input: Type.Object({ id: Id, content: Content, file_keys: FileKeys, attempt: Attempt }),
  answer: Type.Object({ seq: Type.Integer(), status: Type.Enum(FEEDBACK_STATUSES) }),
});

/** Reads up to and including message `seq`: what comes meanwhile stays unread. */
export const markFeedbackRead = declareCall({
  method: "POST",
  path: `${PATH}/read`,
  who: "member",
  summary: "把一条反馈的消息标为已读",
  feature: "feedback",
  input: Type.Object({ id: Id, seq: Type.Integer({ minimum: 0, maximum: 1_000_000 }) }),
  answer: Type.Object({ unread: Type.Integer() }),
});

export const closeFeedback = declareCall({
  method: "POST",
  path: `${PATH}/close`,
  who: "member",
  summary: "结束一条反馈",
  feature: "feedback",
  input: Type.Object({ id: Id }),
  answer: Nothing,
});
