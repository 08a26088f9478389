import type { FastifyInstance, FastifyRequest } from "fastify";
import type { createFeedback, FeedbackSide, FeedbackStatus, InputOf } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { MemberCaller } from "../session/caller.ts";
import { badField, Refusal } from "../http/refusal.ts";
import { asksAbove } from "./policy.ts";
import { oneLine, plainText, statusAfter } from "./rules.ts";
import { addMessage, insertThread, messageOfAttempt, threadOfAttempt } from "./writing.ts";

const HOUR_MS = 3_600_000;
const THREADS_A_DAY = 10;
const MESSAGES_AN_HOUR = 60;

interface Sending {
  caller: MemberCaller;
  request: FastifyRequest;
}

/** Begins a thread with its first message: both, or neither. Returns its id, or that of the one this attempt began before. */
export async function startThread(
  app: FastifyInstance,
  {
    caller,
    request,
    id,
    kind,
    title,
    content,
    file_keys = [],
    attempt,
  }: Sending & InputOf<typeof createFeedback> & { id: string },
): Promise<string> {
  const now = app.now();
  const { user_id, identity, school } = caller;
  const head = written(oneLine(title), "title", "请写一个标题");
  const text = written(plainText(content), "content", "请写下内容");
  const keys = await keptFiles(app, user_id, file_keys);
  const limit = { since: new Date(now.getTime() - 24 * HOUR_MS), most: THREADS_A_DAY };
  const thread = { school_id: school.id, id, user_id, identity, kind, title: head, attempt, now };
  return app.db.transaction().execute(async (trx) => {
    const begun = await threadOfAttempt(trx, thread);
    if (begun !== undefined) return begun;
    if (!(await insertThread(trx, thread, asksAbove(identity), limit))) {
      throw new Refusal("tooMany", {
        msg: "今天提出的反馈较多，请明天再来",
        retryAfter: HOUR_MS / 1000,
      });
    }
    const message = { school_id: school.id, thread_id: id, side: "person" as const, content: text };
    await writeMessage(app, trx, { ...message, caller, file_keys: keys, now });
    await note(app, request, trx, { action: "feedback-send", id, subject_id: user_id });
    return id;
  });
}

/** Adds a message of the caller to a thread; answers as before where this attempt has added it already. */
export async function sendMessage(
  app: FastifyInstance,
  {
    caller,
    request,
    thread,
    side,
    content,
    file_keys = [],
    attempt,
  }: Sending & {
    thread: { school_id: string; id: string; user_id: string };
    side: FeedbackSide;
    content: string;
    file_keys?: readonly string[];
    attempt?: string | undefined;
  },
): Promise<{ seq: number; status: FeedbackStatus }> {
  const now = app.now();
  const text = written(plainText(content), "content", "请写下内容");
  const keys = await keptFiles(app, caller.user_id, file_keys);
  const { school_id, id, user_id: subject_id } = thread;
  return app.db.transaction().execute(async (trx) => {
    const message = { school_id, thread_id: id, side, content: text, attempt };
    const seq = await messageOfAttempt(trx, { ...message, user_id: caller.user_id });
    if (seq !== undefined) return { seq, status: statusAfter(side) };
    const sent = await writeMessage(app, trx, { ...message, caller, file_keys: keys, now });
    const action = side === "staff" ? "feedback-answer" : "feedback-send";
    await note(app, request, trx, { action, id, subject_id });
    return sent;
  });
}

async function writeMessage(
  app: FastifyInstance,
  trx: Queryable,
  message: {
    school_id: string;
    thread_id: string;
    side: FeedbackSide;
    content: string;
    caller: MemberCaller;
    file_keys: readonly string[];
    attempt?: string | undefined;
    now: Date;
  },
): Promise<{ seq: number; status: FeedbackStatus }> {
  const { caller, file_keys, side, now } = message;
  const { user_id } = caller;
  const status = statusAfter(side);
  await app.files.hold(trx, { user_id, purpose: "feedback" }, file_keys);
  const limit = { since: new Date(now.getTime() - HOUR_MS), most: MESSAGES_AN_HOUR };
  const seq = await addMessage(trx, { ...message, user_id }, status, limit);
  if (seq === undefined) {
    throw new Refusal("tooMany", { msg: "消息发得太快了，请稍后再试", retryAfter: 600 });
  }
  return { seq, status };
}

/** Finishes attachments before the transaction, as redrawing a picture takes time. */
async function keptFiles(
  app: FastifyInstance,
  userId: string,
  keys: readonly string[],
): Promise<string[]> {
  const once = [...new Set(keys)];
  for (const key of once) {
    try {
      await app.files.finish(userId, key);
    } catch (error) {
      if (!(error instanceof Refusal) || error.refusal !== "notFound") throw error;
      throw badField("file_keys", "附件不存在或已过期，请重新添加");
    }
  }
  return once;
}

function note(
  app: FastifyInstance,
  request: FastifyRequest,
  trx: Queryable,
  {
    action,
    id,
    subject_id,
  }: { action: "feedback-send" | "feedback-answer"; id: string; subject_id: string },
): Promise<void> {
  return app.audit.record(request, { action, object: { kind: "feedback", id }, subject_id }, trx);
}

/** Returns the text without invisible characters; refuses one that is then empty. */
function written(text: string, path: string, message: string): string {
  if (text === "") throw badField(path, message);
  return text;
}
