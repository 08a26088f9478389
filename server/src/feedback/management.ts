import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  answerFeedback,
  closeManagedThread,
  handOnFeedback,
  noteFeedback,
  readManagedThread,
  readManagedThreads,
  readFeedbackReceivers,
  takeFeedback,
  formatCursor,
} from "#contract";
import { recordChildRead } from "../audit/child-read.ts";
import { acrossSchools } from "../database/scope.ts";
import { badField, Refusal, requireCursor } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { separationOf } from "../rights/duties.ts";
import { requireReached } from "../rights/api.ts";
import type { RightsCaller } from "../session/caller.ts";
import {
  answerersOf,
  type ManagedThreadRow,
  findManaged,
  giveTo,
  insertNote,
  listManaged,
  type NewNote,
  readNotes,
} from "./managed-queries.ts";
import { plainText, previewOf } from "./rules.ts";
import { sendMessage } from "./sending.ts";
import { messagesFor, shown } from "./shown.ts";
import { closeThread, markRead } from "./writing.ts";

type Step = Pick<NewNote, "act" | "content" | "to_user_id" | "to_school_id" | "attempt">;

/**
 * Serves the management of feedback (AD-20), by right and place; a thread assigned elsewhere does not
 * exist.
 */
export async function feedbackManagementRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app;

  serve(app, readManagedThreads, async ({ input, caller, request }) => {
    const { view = "open", school_id } = input;
    if (school_id !== undefined) await requireReached(app, caller.scope, school_id);
    const after = requireCursor(input.after);
    const { rows, next } = await listManaged(db, caller, { view, school_id, after });
    const pupils = rows.filter(({ identity }) => identity === "student");
    const children = pupils.map(({ user_id }) => user_id);
    const object = { kind: "feedback-list", id: school_id ?? caller.school.id };
    await recordChildRead(app, request, children, { object });
    return {
      items: rows.map((row) => ({ ...managedThread(row), preview: previewOf(row.content) })),
      next: next === undefined ? null : formatCursor({ at: next.updated_at, id: next.id }),
    };
  });

  serve(app, readManagedThread, async ({ input, caller, request }) => {
    const thread = await requireThread(caller, input.id);
    if (thread.identity === "student") {
      const object = { kind: "feedback", id: thread.id };
      await recordChildRead(app, request, [thread.user_id], { object });
    }
    const messages = await messagesFor(db, thread, caller.user_id);
    const notes = await readNotes(db, thread);
    const last = messages.at(-1);
    if (thread.staff_unread > 0 && last !== undefined) {
      await markRead(db, thread, "staff", last.seq);
    }
    return {
      ...managedThread(thread),
      preview: previewOf(last?.content ?? ""),
      mine: thread.taken_by === caller.user_id,
      messages,
      notes: notes.map(({ created_at, ...note }) => ({
        ...note,
        created_at: created_at.toISOString(),
      })),
    };
  });

  serve(app, takeFeedback, async ({ input, caller, request }) => {
    const thread = await requireThread(caller, input.id);
    const read = { ...thread, taken_by: input.from ?? null };
    const to = { user_id: caller.user_id, school_id: thread.assigned_school_id };
    await give(caller, request, read, to, { act: "take", content: "" });
    return {};
  });

  serve(app, answerFeedback, async ({ input: { id, content, attempt }, caller, request }) => {
    const thread = await requireThread(caller, id);
    return sendMessage(app, { caller, request, thread, side: "staff", content, attempt });
  });

  serve(app, noteFeedback, async ({ input, caller, request }) => {
    const thread = await requireThread(caller, input.id);
    const { attempt } = input;
    await step(caller, request, thread, { act: "note", content: written(input.content), attempt });
    return {};
  });

  serve(app, closeManagedThread, async ({ input, caller, request }) => {
    const thread = await requireThread(caller, input.id);
    if (thread.status === "closed") return {};
    await step(caller, request, thread, { act: "close", content: "" }, closeThread);
    return {};
  });

  serve(app, readFeedbackReceivers, async ({ input, caller }) =>
    receiversOf(caller, await requireThread(caller, input.id)),
  );

  serve(app, handOnFeedback, async ({ input, caller, request }) => {
    const { id, user_id, school_id, content } = input;
    if ((user_id === undefined) === (school_id === undefined)) {
      throw badField("", "请选择转交给一位同事，或者一个机构");
    }
    const thread = await requireThread(caller, id);
    const receivers = await receiversOf(caller, thread);
    const among = user_id === undefined ? receivers.schools : receivers.people;
    const isKnown = among.some((one) => one.id === (user_id ?? school_id));
    if (!isKnown) throw new Refusal("notFound");
    const words = content === undefined ? "" : plainText(content);
    const to = { user_id: user_id ?? null, school_id: school_id ?? thread.assigned_school_id };
    await give(caller, request, thread, to, {
      act: "hand-on",
      content: words,
      ...(user_id === undefined ? {} : { to_user_id: user_id }),
      ...(school_id === undefined ? {} : { to_school_id: school_id }),
    });
    return {};
  });

  async function requireThread(caller: RightsCaller, id: string): Promise<ManagedThreadRow> {
    const thread = await findManaged(db, id, caller);
    if (thread === undefined) throw new Refusal("notFound");
    return thread;
  }

  /**
   * Returns those a thread can be handed on to: others who answer there, and the enabled institutions on the asker's
   * own line.
   */
  async function receiversOf(caller: RightsCaller, thread: ManagedThreadRow) {
    const organisations = await app.organisations.tree();
    const everybody = await acrossSchools("administration", () =>
      answerersOf(db, thread, organisations, separationOf(app)),
    );
    const line = [thread.school_id, thread.above_id].filter(
      (id) => id !== null && id !== thread.assigned_school_id,
    );
    const schools =
      line.length === 0
        ? []
        : await acrossSchools("administration", () =>
            db
              .selectFrom("school")
              .select(["id", "name"])
              .where("id", "in", line as string[])
              .where("is_abled", "=", true)
              .execute(),
          );
    const holding = new Set([caller.user_id, thread.taken_by]);
    return { people: everybody.filter(({ id }) => !holding.has(id)), schools };
  }

  async function give(
    caller: RightsCaller,
    request: FastifyRequest,
    thread: ManagedThreadRow,
    to: { user_id: string | null; school_id: string },
    note: Step,
  ): Promise<void> {
    await step(caller, request, thread, note, async (trx, _thread, now) => {
      if (await giveTo(trx, thread, to, now)) return true;
      throw new Refusal("conflict", {
        msg: "这条反馈刚刚换了受理的人，请刷新后再看",
        data: { field: "taken_by" },
      });
    });
  }

  /** Changes a thread, with its note and its audit entry in the same transaction; neither where there was nothing to change. */
  async function step(
    { user_id }: RightsCaller,
    request: FastifyRequest,
    thread: ManagedThreadRow,
    note: Step,
    work: typeof closeThread = async () => true,
  ): Promise<void> {
    const now = app.now();
    await db.transaction().execute(async (trx) => {
      if (!(await work(trx, thread, now))) return;
      if (!(await insertNote(trx, thread, { ...note, id: randomUUID(), user_id, now }))) return;
      const object = { kind: "feedback", id: thread.id };
      const event = { action: "feedback-handle", object, subject_id: thread.user_id } as const;
      await app.audit.record(request, { ...event, detail: { step: note.act } }, trx);
    });
  }
}

function managedThread(row: ManagedThreadRow) {
  const { taken_by, taker_name } = row;
  return {
    ...shown(row, "staff"),
    taken_by: taken_by === null ? null : { id: taken_by, name: taker_name ?? "" },
  };
}

function written(content: string): string {
  const text = plainText(content);
  if (text !== "") return text;
  throw badField("content", "请写下内容");
}
