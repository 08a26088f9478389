import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { StoredFile } from "./file.ts";
import { NOTICE_CONFIRMS } from "./notice.ts";
import { After, Id, IdentitySchema, Next, Nothing, Nullable, otherwise, Time } from "./schema.ts";

/** The inbox of a person under one identity; a guardian has an item per child (IN-01). */

/** Items of one page. */
export const INBOX_PAGE = 20;
/** Items that one call marks. */
export const INBOX_AT_ONCE = 100;
/**
 * The stream of server-sent events: `data: changed` says that the inbox is to be read anew, `data: apps` that apps sent
 * something for the person or a child; they say nothing more.
 */
export const INBOX_EVENTS_PATH = "/dt-platform/v1/user/inbox/events";

const PATH = "/dt-platform/v1/user/inbox";
const closed = { additionalProperties: false };

export const InboxItem = Type.Object({
  id: Id,
  title: Type.String({ description: "标题；已撤回的为空" }),
  excerpt: Type.String({ description: "正文的开头" }),
  from_name: Type.String({ description: "哪所学校或区域" }),
  by_name: Nullable(Type.String({ description: "发送的人" })),
  at: { ...Time, description: "收到的时刻" },
  child: Nullable(Type.Object({ id: Id, name: Type.String() }, { description: "关于哪个孩子" })),
  is_read: Type.Boolean(),
  changed_at: Nullable(Time),
  is_taken_back: Type.Boolean(),
  is_waiting: Type.Boolean({ description: "等待本人确认；一位家长确认就算的，别人确认过就不再等" }),
  is_reminded: Type.Boolean({ description: "学校提醒过，还没有确认" }),
  confirm: Type.Enum([...NOTICE_CONFIRMS]),
  choices: Type.Array(Type.String()),
  answered_at: Nullable({ ...Time, description: "确认的时刻" }),
  choice: Nullable(Type.String({ description: "选了哪个回答" })),
  file_count: Type.Integer({ description: "有几个图片和文件", ...otherwise(0) }),
});
export type InboxItem = Static<typeof InboxItem>;

export const InboxCounts = Type.Object({
  unread: Type.Integer({ description: "没有看过的条数", ...otherwise(0) }),
  waiting: Type.Integer({ description: "等待本人确认的条数", ...otherwise(0) }),
  tasks: Type.Integer({ description: "消息之外等着办的事有几件", ...otherwise(0) }),
  others: Type.Array(Type.Object({ identity: IdentitySchema, unread: Type.Integer() }), {
    description: "本人的其他身份没有看过的条数",
    ...otherwise([]),
  }),
});
export type InboxCounts = Static<typeof InboxCounts>;

/** Something that waits for the person beside the messages: it is done where it leads to. */
export const InboxTask = Type.Object({
  kind: Type.Enum(["todo", "consent", "feedback"], {
    description: "todo 应用发来的待办，consent 等家长同意，feedback 意见反馈有了答复",
  }),
  id: Type.String(),
  title: Type.String({ description: "待办的文字，孩子的姓名，或反馈的标题" }),
  from_name: Type.String({ description: "哪个应用；没有时为空" }),
  due: Nullable({ ...Time, description: "到什么时候" }),
  due_words: Nullable(Type.String({ description: "到什么时候，和首页一样的说法" })),
  link: Type.String({ description: "应用的地址，或平台内的地址；没有时为空" }),
});
export type InboxTask = Static<typeof InboxTask>;
/** To-dos of apps that are listed at most. */
export const INBOX_TASKS = 50;

export const readInboxTasks = declareCall({
  method: "GET",
  path: `${PATH}/tasks`,
  who: "self",
  summary: "当前身份等着办的事：应用的待办、等家长同意的、反馈的答复",
  feature: "inbox",
  input: Nothing,
  answer: Type.Object({ tasks: Type.Array(InboxTask, { description: "等着办的事" }) }),
});

export const readInbox = declareCall({
  method: "GET",
  path: PATH,
  who: "self",
  summary: "当前身份的消息，新的在前",
  feature: "inbox",
  input: Type.Object({
    child_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: "只看关于这个孩子的" }),
    ),
    waiting: Type.Optional(Type.Boolean({ description: "只看等待确认的" })),
    after: After(200),
  }),
  answer: Type.Object({ items: Type.Array(InboxItem), next: Next }),
});

export const readInboxCounts = declareCall({
  method: "GET",
  path: `${PATH}/counts`,
  who: "self",
  summary: "当前身份没有看过、等待确认的条数",
  feature: "inbox",
  input: Nothing,
  answer: InboxCounts,
});

/** Answers 404 for what is another's, or belongs to another identity. Marks nothing. */
export const readInboxItem = declareCall({
  method: "GET",
  path: `${PATH}/item`,
  who: "self",
  summary: "一条消息的全文",
  feature: "inbox",
  input: Type.Object({ id: Id }),
  answer: Type.Object({
    ...InboxItem.properties,
    html: Type.String({ description: "正文，可以直接显示的 HTML；已撤回的为空" }),
    files: Type.Array(StoredFile, {
      description: "图片和文件，按发送的人排的顺序；已撤回的没有",
      ...otherwise([]),
    }),
  }),
});

/** Marks items as read, on every device; without `ids` all of the active identity. What is not the caller's is passed over. */
export const markInboxRead = declareCall({
  method: "POST",
  path: `${PATH}/read`,
  who: "self",
  summary: "标为已看过，在所有设备上都算",
  feature: "inbox",
  input: Type.Object(
    { ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: INBOX_AT_ONCE })) },
    closed,
  ),
  answer: InboxCounts,
});

/** Confirms, or answers by choice; a later answer replaces the earlier. Refused with 40900 where it was taken back. */
export const answerInboxItem = declareCall({
  method: "POST",
  path: `${PATH}/answer`,
  who: "self",
  summary: "确认收到，或选一个回答",
  feature: "inbox",
  input: Type.Object(
    {
      id: Id,
      choice: Type.Optional(Type.String({ maxLength: 20, description: "选的回答" })),
    },
    closed,
  ),
  answer: InboxItem,
});
