import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import {
  FEEDBACK_LIMITS,
  FEEDBACK_STATUSES,
  FeedbackMessage,
  FeedbackSummary,
} from "./feedback.ts";
import { Attempt, Id, Nothing, Nullable, Time } from "./schema.ts";

/** Answering feedback, by holders of `feedback.answer` at the institution that it is assigned to (AD-20). */

/** `waiting`: needs an answer; `open`: not closed; `mine`: not closed, and taken by the caller; `closed`. */
export const FEEDBACK_QUEUES = ["waiting", "open", "mine", "closed"] as const;
export type FeedbackQueue = (typeof FEEDBACK_QUEUES)[number];
export const FEEDBACK_QUEUE_NAMES: Readonly<Record<FeedbackQueue, string>> = {
  waiting: "待回复",
  open: "未结束",
  mine: "我受理的",
  closed: "已结束",
};

export const FEEDBACK_NOTE_ACTS = ["note", "take", "hand-on", "close"] as const;
export type FeedbackNoteAct = (typeof FEEDBACK_NOTE_ACTS)[number];

const PATH = "/dt-platform/v1/administration/feedback";
const closed = { additionalProperties: false };
const Content = Type.String({
  minLength: 1,
  maxLength: FEEDBACK_LIMITS.content,
  description: "纯文本",
});
const Someone = Type.Object({ id: Id, name: Type.String() });

const MANAGED = {
  ...FeedbackSummary.properties,
  taken_by: Nullable(Someone),
};
export const ManagedThread = Type.Object(MANAGED);
export type ManagedThread = Static<typeof ManagedThread>;

export const FeedbackNote = Type.Object({
  id: Id,
  act: Type.Enum(FEEDBACK_NOTE_ACTS),
  name: Type.String({ description: "谁记的" }),
  content: Type.String(),
  to_name: Type.String({ description: "转交给谁，不是转交时为空" }),
  created_at: Time,
});
export type FeedbackNote = Static<typeof FeedbackNote>;

export const readManagedThreads = declareCall({
  method: "GET",
  path: `${PATH}/list`,
  who: { right: "feedback.answer" },
  summary: "列出由我们处理的反馈",
  feature: "feedback",
  input: Type.Object({
    view: Type.Optional(Type.Enum(FEEDBACK_QUEUES)),
    school_id: Type.Optional(Id),
    after: Type.Optional(Type.String({ minLength: 1, maxLength: 120 })),
  }),
  answer: Type.Object({
    items: Type.Array(ManagedThread),
    next: Nullable(Type.String()),
  }),
});

/** Reads a thread and marks what is shown as read, for all who answer; later messages stay unread. */
export const readManagedThread = declareCall({
  method: "GET",
  path: `${PATH}/detail`,
  who: { right: "feedback.answer" },
  summary: "读取一条反馈、往来的消息与内部备注",
  feature: "feedback",
  input: Type.Object({ id: Id }),
  answer: Type.Object({
    ...ManagedThread.properties,
    mine: Type.Boolean({ description: "由我受理" }),
    messages: Type.Array(FeedbackMessage),
    notes: Type.Array(FeedbackNote),
  }),
});

/** Takes a thread. Refused with 40900 when somebody else has taken it since `from` was read. */
export const takeFeedback = declareCall({
  method: "POST",
  path: `${PATH}/take`,
  who: { right: "feedback.answer" },
  summary: "受理一条反馈，或从同事那里接过来",
  feature: "feedback",
  input: Type.Object({ id: Id, from: Type.Optional(Id) }, closed),
  answer: Nothing,
});

export const answerFeedback = declareCall({
  method: "POST",
  path: `${PATH}/answer`,
  who: { right: "feedback.answer" },
  summary: "回复一条反馈，提出的人会看到",
  feature: "feedback",
  input: Type.Object({ id: Id, content: Content, attempt: Attempt }, closed),
  answer: Type.Object({ seq: Type.Integer(), status: Type.Enum(FEEDBACK_STATUSES) }),
});

export const noteFeedback = declareCall({
  method: "POST",
  path: `${PATH}/note`,
  who: { right: "feedback.answer" },
  summary: "给一条反馈记内部备注，提出的人看不到",
  feature: "feedback",
  input: Type.Object({ id: Id, content: Content, attempt: Attempt }, closed),
  answer: Nothing,
});

export const closeManagedThread = declareCall({
  method: "POST",
  path: `${PATH}/close`,
  who: { right: "feedback.answer" },
  summary: "结束一条由我们处理的反馈",
  feature: "feedback",
  input: Type.Object({ id: Id }, closed),
  answer: Nothing,
});

/** Lists colleagues who answer there as well, and the institutions above the asker: the school and its district. */
export const readFeedbackReceivers = declareCall({
  method: "GET",
  path: `${PATH}/receivers`,
  who: { right: "feedback.answer" },
  summary: "一条反馈可以转交给谁",
  feature: "feedback",
  input: Type.Object({ id: Id }),
  answer: Type.Object({ people: Type.Array(Someone), schools: Type.Array(Someone) }),
});

export const handOnFeedback = declareCall({
  method: "POST",
  path: `${PATH}/hand-on`,
  who: { right: "feedback.answer" },
  summary: "把一条反馈转交给同事，或转给学校、上级区域",
  feature: "feedback",
  input: Type.Object(
    {
      id: Id,
      user_id: Type.Optional(Id),
      school_id: Type.Optional(Id),
      content: Type.Optional(Content),
    },
    closed,
  ),
  answer: Nothing,
});
