import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import {
  closeFeedback,
  createFeedback,
  type FeedbackSide,
  markFeedbackRead,
  readFeedback,
  readFeedbackList,
  readFeedbackUnread,
  replyFeedback,
} from "#contract";
import type { MemberCaller } from "../session/caller.ts";
import { recordChildRead } from "../audit/child-read.ts";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { acrossSchools } from "../database/scope.ts";
import { scopeOf } from "../rights/rules.ts";
import { answersFor, answersForAny, sideOf } from "./policy.ts";
import {
  countUnread,
  findThread,
  isAttachedFor,
  listThreads,
  type Reader,
  type ThreadRow,
} from "./queries.ts";
import { previewOf } from "./rules.ts";
import { messagesFor, shown } from "./shown.ts";
import { sendMessage, startThread } from "./sending.ts";
import { closeThread, markRead } from "./writing.ts";
import { feedbackManagementRoutes } from "./management.ts";

const PAGE_SIZE = 20;

/** Serves feedback between people and those who answer them (AP-09). */
export async function feedbackRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app;
  app.files.readAttachmentsBy("feedback", async ({ user_id, person, held }, key) => {
    const scope = scopeOf(held, "feedback.answer", await app.organisations.tree(), app.now());
    const own = answersForAny(person.memberships);
    // its condition says whose threads count: a district's answerers are no members of its schools
    return acrossSchools("administration", () =>
      isAttachedFor(db, key, { user_id, schools: own, scope }),
    );
  });
  await feedbackManagementRoutes(app);

  serve(app, readFeedbackUnread, async ({ caller }) => {
    const count = await countUnread(db, readerOf(caller));
    return { has_unread: count > 0, count };
  });

  serve(app, readFeedbackList, async ({ input, caller, request }) => {
    const { side = "person", status, page = 1, page_size: limit = PAGE_SIZE } = input;
    const reader = readerOf(caller);
    if (side === "staff" && reader.assigned_school_id === undefined)
      throw new Refusal("notAllowed");
    const wanted = { status, limit, offset: (page - 1) * limit };
    const { total, rows } = await listThreads(db, side, reader, wanted);
    if (side === "staff") {
      const pupils = rows.filter(({ identity }) => identity === "student");
      const shown = pupils.map(({ user_id }) => user_id);
      const object = { kind: "feedback-list", id: caller.school.id };
      await recordChildRead(app, request, shown, { object });
    }
    const items = rows.map((row) => ({ ...shown(row, side), preview: previewOf(row.content) }));
    return { total, items };
  });

  serve(app, readFeedback, async ({ input, caller, request }) => {
    const { thread, side } = await threadFor(app, caller, input.id);
    if (side === "staff" && thread.identity === "student") {
      const object = { kind: "feedback", id: thread.id };
      await recordChildRead(app, request, [thread.user_id], { object });
    }
    return { ...shown(thread, side), messages: await messagesFor(db, thread, caller.user_id) };
  });

  serve(app, createFeedback, async ({ input, caller, request }) => {
    const id = `f-${randomUUID()}`;
    return { id: await startThread(app, { caller, request, id, ...input }) };
  });

  serve(app, replyFeedback, async ({ input, caller, request }) => {
    const { thread, side } = await threadFor(app, caller, input.id);
    return sendMessage(app, { caller, request, thread, side, ...input });
  });

  serve(app, markFeedbackRead, async ({ input, caller }) => {
    const { thread, side } = await threadFor(app, caller, input.id);
    return { unread: await markRead(db, thread, side, input.seq) };
  });

  serve(app, closeFeedback, async ({ input, caller, request }) => {
    const { thread, side } = await threadFor(app, caller, input.id);
    if (thread.status === "closed") return {};
    await db.transaction().execute(async (trx) => {
      if (!(await closeThread(trx, thread, app.now())) || side === "person") return;
      const about = { object: { kind: "feedback", id: thread.id }, subject_id: thread.user_id };
      const event = { action: "feedback-handle", ...about, detail: { step: "close" } } as const;
      await app.audit.record(request, event, trx);
    });
    return {};
  });
}

function readerOf(caller: MemberCaller): Reader {
  return { user_id: caller.user_id, assigned_school_id: answersFor(caller) };
}

/** Returns the thread and the caller's side of it; a thread of others does not exist. */
async function threadFor(
  { db }: FastifyInstance,
  caller: MemberCaller,
  id: string,
): Promise<{ thread: ThreadRow; side: FeedbackSide }> {
  const thread = await findThread(db, id, readerOf(caller));
  const side = thread === undefined ? undefined : sideOf(caller, thread);
  if (thread === undefined || side === undefined) throw new Refusal("notFound");
  return { thread, side };
}
