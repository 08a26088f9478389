import type { FastifyInstance } from "fastify";
import {
  type InboxTask,
  answerInboxItem,
  INBOX_EVENTS_PATH,
  INBOX_PAGE,
  markInboxRead,
  readInbox,
  readInboxCounts,
  readInboxItem,
  readInboxTasks,
  formatCursor,
} from "#contract";
import { admit } from "../http/admission.ts";
import { badField, Refusal, requireCursor } from "../http/refusal.ts";
import { openStream } from "../http/released-stream.ts";
import { serve } from "../http/serve.ts";
import { richTextOf } from "../platform/rich-text.ts";
import { memberCaller, type SelfCaller } from "../session/caller.ts";
import { InboxEvents } from "./events.ts";
import { filesOf } from "./files.ts";
import { readTasks } from "./tasks.ts";
import { countInbox, findItems, itemOf, markRead, type Reader, writeAnswer } from "./inbox.ts";

/** Lets handlers read notices of a district, and of a school that a guardian's child is at. */
const ACROSS = { across: "inbox" } as const;

/** Opens what tells pages of changes in inboxes; before whatever changes them. */
export function openInbox(app: FastifyInstance): void {
  const forget = (user_id: string) => app.sessions.forget(user_id);
  app.decorate("inboxEvents", new InboxEvents(app.db, app.now, app.background, forget));
  app.addHook("preClose", async () => app.inboxEvents.close());
}

/** Serves a person's own inbox, one for each identity, and the stream that tells of changes (IN-01, IN-03). */
export async function inboxRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app;

  serve(
    app,
    readInbox,
    async ({ input: { child_id, waiting, after }, caller }) => {
      const reader = readerOf(caller);
      if (reader === undefined) return { items: [], next: null };
      const from = requireCursor(after);
      const asked = { child_id, waiting, after: from, limit: INBOX_PAGE + 1 };
      const now = app.now();
      const found = await findItems(db, reader, asked, now);
      const page = found.slice(0, INBOX_PAGE);
      const last = page.at(-1);
      const hasMore = found.length > page.length && last !== undefined;
      return {
        items: page.map((row) => itemOf(row, now)),
        next: hasMore ? formatCursor({ at: last.visible_at, id: last.id }) : null,
      };
    },
    ACROSS,
  );

  serve(app, readInboxCounts, ({ caller }) => count(caller), ACROSS);

  serve(app, readInboxTasks, async ({ caller }) => ({ tasks: await tasksOf(caller) }), ACROSS);

  serve(
    app,
    readInboxItem,
    async ({ input: { id }, caller }) => {
      const row = await requireItem(caller, id);
      const html = row.is_taken_back ? "" : richTextOf(row.content).html;
      const files = row.is_taken_back ? [] : await filesOf(db, row.notice_id);
      return { ...itemOf(row, app.now()), html, files };
    },
    ACROSS,
  );

  serve(
    app,
    markInboxRead,
    async ({ input: { ids }, caller }) => {
      const reader = readerOf(caller);
      if (reader !== undefined) await markRead(db, reader, ids, app.now());
      app.inboxEvents.look();
      return count(caller);
    },
    ACROSS,
  );

  serve(
    app,
    answerInboxItem,
    async ({ input: { id, choice }, caller }) => {
      const row = await requireItem(caller, id);
      if (row.is_taken_back) throw takenBack();
      if (row.confirm !== "received" && row.confirm !== "choice") {
        throw new Refusal("conflict", { msg: "这条通知不需要确认", data: {} });
      }
      const answer = row.confirm === "choice" ? (choice ?? "") : null;
      if (answer !== null && !row.choices.includes(answer))
        throw badField("choice", "请选择一个回答");
      const written = await writeAnswer(
        db,
        requireReader(caller),
        { id, choice: answer },
        app.now(),
      );
      if (!written) throw takenBack();
      app.inboxEvents.look();
      return itemOf(await requireItem(caller, id), app.now());
    },
    ACROSS,
  );

  app.get(INBOX_EVENTS_PATH, async (request, reply) => {
    const caller = (await admit(app, request, "self")) as SelfCaller;
    if (!app.inboxEvents.hasRoomFor(caller.user_id)) {
      throw new Refusal("tooMany", { msg: "打开的页面太多，请稍后再试", retryAfter: 60 });
    }
    void reply
      .type("text/event-stream")
      .header("cache-control", "no-store")
      .header("x-accel-buffering", "no");
    app.inboxEvents.open(caller, openStream(app, request, reply));
  });

  async function count(caller: SelfCaller) {
    const { user_id, identity } = caller;
    const [counts, tasks] = await Promise.all([
      countInbox(db, { user_id, identity }, app.now()),
      tasksOf(caller),
    ]);
    return { ...counts, tasks: tasks.length };
  }

  async function tasksOf(caller: SelfCaller): Promise<InboxTask[]> {
    const { user_id, identity, school } = caller;
    if (identity === null) return [];
    const open = school?.is_abled === true ? school.id : undefined;
    const seen = open === undefined ? null : await app.catalogue.contentsFor(memberCaller(caller));
    const app_ids = seen?.apps.map(({ id }) => id) ?? [];
    const at = { user_id, identity, school_id: open, app_ids };
    return readTasks(db, at, app.now());
  }

  async function requireItem(caller: SelfCaller, id: string) {
    const [row] = await findItems(db, requireReader(caller), { id, limit: 1 }, app.now());
    if (row === undefined) throw new Refusal("notFound");
    return row;
  }
}

function readerOf({ user_id, identity }: SelfCaller): Reader | undefined {
  return identity === null ? undefined : { user_id, identity };
}

function requireReader(caller: SelfCaller): Reader {
  const reader = readerOf(caller);
  if (reader === undefined) throw new Refusal("notFound");
  return reader;
}

function takenBack(): Refusal {
  return new Refusal("conflict", { msg: "这条通知已经撤回，不用确认了", data: {} });
}
