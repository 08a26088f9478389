import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import {
  changeNotice,
  previewNotice,
  readSentNotice,
  readSentNotices,
  readUnconfirmed,
  REMIND_AFTER_MINUTES,
  remindNotice,
  SENT_NOTICE_PAGE,
  sendNotice,
  type SentNotice,
  takeBackNotice,
  UNCONFIRMED_PAGE,
  formatCursor,
} from "#contract";
import { recordChildRead } from "../audit/child-read.ts";
import { Refusal, requireCursor } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { requireReached } from "../rights/api.ts";
import type { RightsCaller } from "../session/caller.ts";
import { planAlerts } from "./alerts.ts";
import {
  type AudienceCounts,
  audienceInWords,
  countAudience,
  countRecipients,
  countsInWords,
  isAudienceWithin,
  isManagedBy,
  termsOf,
  requireAudience,
} from "./audience.ts";
import { attachFiles, filesOf, finishFiles, readFilesByNotice } from "./files.ts";
import { findNotice, findNoticesOf, noticeOfAttempt, type NoticeRow } from "./queries.ts";
import { pushRoutes } from "./push/routes.ts";
import { unitIn, requireChoices, requireMoment, written } from "./inputs.ts";
import { arrivalAt } from "./quiet-hours.ts";
import { handleAlerts } from "./send-alerts.ts";
import { carryOut, SEND_JOB, takeBack } from "./send.ts";
import {
  answersOf,
  countsOf,
  countUnreachable,
  type NoticeCounts,
  readUndone,
  recipientsSent,
  remindUndone,
} from "./units.ts";

const NONE: NoticeCounts = { people: 0, read: 0, expected: 0, confirmed: 0 };

/** Serves the notices that staff send, by right and place; one of another place does not exist (IN-02, IN-03). */
export async function noticeRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app;
  readFilesByNotice(app);
  app.jobs.handle(SEND_JOB, { atOnce: 2, run: (job) => carryOut(app, job) });
  handleAlerts(app);
  await pushRoutes(app);

  serve(app, previewNotice, async ({ input: { school_id, audience }, caller }) => {
    const terms = await requireTerms(caller, school_id, audience);
    const counts = await countAudience(db, terms, app.now());
    const { people, identities, without_guardian } = counts;
    const who = await audienceInWords(db, terms);
    return { who, sentence: countsInWords(counts), people, identities, without_guardian };
  });

  serve(app, sendNotice, async ({ input, caller, request }) => {
    const { school_id, audience, confirm, guardians } = input;
    const { user_id: made_by } = caller;
    // first: the moment for which it was planned may be over by now
    const made = await noticeOfAttempt(db, made_by, input);
    if (made !== undefined) return { notice_id: made };
    const terms = await requireTerms(caller, school_id, audience);
    const [title, content] = [written(input.title, "title"), written(input.text, "text")];
    const choices = confirm === "choice" ? requireChoices(input.choices) : [];
    const now = app.now();
    const send_at = requireMoment(input.send_at, now);
    const id = randomUUID();
    const keys = await finishFiles(app, made_by, input.file_keys ?? []);
    const notice_id = await db.transaction().execute(async (trx) => {
      const { numInsertedOrUpdatedRows: inserted } = await trx
        .insertInto("notice")
        .values({
          ...{ id, school_id, made_by, title, content, confirm, guardians },
          ...{ choices, state: "planned", created_at: now, send_at, updated_at: now },
          audience: JSON.stringify(audience),
          audience_words: await audienceInWords(trx, terms),
          ...{ sent_at: null, changed_at: null, taken_back_at: null, reminded_at: null },
          attempt: input.attempt ?? null,
        })
        .onConflict((conflict) =>
          conflict
            .columns(["school_id", "made_by", "attempt"])
            .where("attempt", "is not", null)
            .doNothing(),
        )
        .executeTakeFirst();
      // the same attempt, a moment ago
      if (inserted === 0n) return noticeOfAttempt(trx, made_by, input);
      await attachFiles(app, trx, { id, school_id }, made_by, keys);
      const by = { created_by: made_by, school_id, run_at: send_at };
      await app.jobs.enqueue(trx, { kind: SEND_JOB, ref_id: id, ...by });
      const object = { kind: "notice", id };
      const detail = { act: input.send_at === undefined ? "send" : "plan" };
      await app.audit.record(request, { action: "notice-change", object, detail }, trx);
      return id;
    });
    app.jobs.wake();
    return { notice_id: notice_id ?? id };
  });

  serve(app, readSentNotices, async ({ input, caller }) => {
    const { school_id } = input;
    if (school_id !== undefined) await requireReached(app, caller.scope, school_id);
    const after = requireCursor(input.after);
    const { scope, user_id } = caller;
    const of = { school_id, after, limit: SENT_NOTICE_PAGE + 1 };
    const found = await findNoticesOf(db, { scope, user_id }, of);
    const page = found.slice(0, SENT_NOTICE_PAGE);
    const within = await Promise.all(page.map((one) => isAudienceWithin(db, scope, one)));
    const shown = page.filter((_one, index) => within[index]);
    const counts = await countsOf(
      db,
      shown.map(({ id }) => id),
    );
    const last = page.at(-1);
    const hasMore = found.length > page.length && last !== undefined;
    return {
      notices: shown.map((one) => listed(one, counts.get(one.id) ?? NONE)),
      next: hasMore ? formatCursor({ at: last.created_at, id: last.id }) : null,
    };
  });

  serve(app, readSentNotice, async ({ input: { notice_id }, caller }) => {
    const notice = await requireNotice(caller, notice_id);
    const isSent = notice.sent_at !== null;
    const audience = isSent
      ? await countRecipients(db, recipientsSent(notice_id))
      : await countPlanned(notice);
    const counts = (await countsOf(db, [notice_id])).get(notice_id) ?? NONE;
    return {
      ...listed(notice, isSent ? counts : { ...counts, people: audience.people }),
      text: notice.content,
      files: await filesOf(db, notice_id),
      sentence: countsInWords(audience),
      without_guardian: isSent ? await countUnreachable(db, notice_id) : audience.without_guardian,
      ...(await answersOf(db, notice_id, notice.choices)),
    };
  });

  serve(app, changeNotice, async ({ input, caller, request }) => {
    const notice = await requireNotice(caller, input.notice_id);
    const [title, content] = [written(input.title, "title"), written(input.text, "text")];
    const now = app.now();
    const version = notice.version + 1;
    const isOpen = notice.state === "planned" || notice.state === "sent";
    if (!isOpen || notice.version !== input.version) throw changedMeanwhile(notice);
    const keys =
      input.file_keys && (await finishFiles(app, caller.user_id, input.file_keys, notice.id));
    await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable("notice")
        .set({
          ...{ title, content, version, updated_at: now },
          ...(input.ask_again && { asked_version: version }),
          ...(notice.state === "sent" && { changed_at: now }),
        })
        .where("id", "=", notice.id)
        .where("version", "=", input.version)
        .where("state", "=", notice.state)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw changedMeanwhile(notice);
      if (keys !== undefined) await attachFiles(app, trx, notice, caller.user_id, keys);
      const object = { kind: "notice", id: notice.id };
      const detail = { act: "change", ask_again: input.ask_again };
      await app.audit.record(request, { action: "notice-change", object, detail }, trx);
    });
    app.inboxEvents.look();
    return {};
  });

  serve(app, takeBackNotice, async ({ input: { notice_id }, caller, request }) => {
    const { id } = await requireNotice(caller, notice_id);
    await takeBack(app, id, { from: ["planned", "sending", "sent"], request });
    app.inboxEvents.look();
    return {};
  });

  serve(app, remindNotice, async ({ input: { notice_id }, caller, request }) => {
    const notice = await requireNotice(caller, notice_id);
    const now = app.now();
    if (notice.state !== "sent" || notice.confirm === "none") {
      throw new Refusal("conflict", { msg: "这条通知不需要确认，不能提醒", data: {} });
    }
    const since = new Date(now.getTime() - REMIND_AFTER_MINUTES * 60_000);
    const people = await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable("notice")
        .set({ reminded_at: now })
        .where("id", "=", notice_id)
        .where("state", "=", "sent")
        .where(({ or, eb }) => or([eb("reminded_at", "is", null), eb("reminded_at", "<=", since)]))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) {
        throw new Refusal("conflict", { msg: "刚刚提醒过，请过一小时再提醒", data: {} });
      }
      const forPupils = arrivalAt("student", now);
      const count = await remindUndone(trx, notice_id, { now, forPupils });
      await planAlerts(app, trx, { notice_id, reason: "reminded", now });
      const object = { kind: "notice", id: notice_id };
      const detail = { act: "remind", people: count };
      await app.audit.record(request, { action: "notice-change", object, detail }, trx);
      return count;
    });
    app.inboxEvents.look();
    app.jobs.wake();
    return { people };
  });

  serve(app, readUnconfirmed, async ({ input: { notice_id, after }, caller, request }) => {
    await requireNotice(caller, notice_id);
    const from = after === undefined ? undefined : unitIn(after);
    const { units, next } = await readUndone(db, {
      ...{ notice_id, after: from, limit: UNCONFIRMED_PAGE },
    });
    const children = units
      .filter(({ identity }) => identity === "student" || identity === "parent")
      .map(({ id }) => id);
    await recordChildRead(app, request, children, { object: { kind: "notice", id: notice_id } });
    return { units, next: next === null ? null : JSON.stringify(next) };
  });

  async function requireTerms(
    caller: RightsCaller,
    school_id: string,
    audience: NoticeRow["audience"],
  ) {
    await requireReached(app, caller.scope, school_id);
    const terms = await requireAudience(db, school_id, audience);
    if (!(await isAudienceWithin(db, caller.scope, { school_id, audience }))) {
      throw new Refusal("notFound");
    }
    return terms;
  }

  /** Counts whom a notice that was not sent would reach: nobody where its group was removed. */
  async function countPlanned({ school_id, audience }: NoticeRow): Promise<AudienceCounts> {
    const terms = await termsOf(db, school_id, audience);
    if (terms !== undefined) return countAudience(db, terms, app.now());
    return { people: 0, identities: [], children: 0, without_guardian: 0 };
  }

  async function requireNotice(caller: RightsCaller, id: string): Promise<NoticeRow> {
    const notice = await findNotice(db, id);
    if (notice === undefined || !(await isManagedBy(db, caller, notice))) {
      throw new Refusal("notFound");
    }
    return notice;
  }
}

function listed(notice: NoticeRow, counts: NoticeCounts): SentNotice {
  const { id, school_id, place_name, title, by_name, state, version, confirm, guardians } = notice;
  return {
    ...{ id, school_id, place_name, title, who: notice.audience_words, by_name, state, version },
    ...{ confirm, guardians, ...counts },
    created_at: notice.created_at.toISOString(),
    send_at: notice.send_at.toISOString(),
    sent_at: notice.sent_at?.toISOString() ?? null,
    changed_at: notice.changed_at?.toISOString() ?? null,
    taken_back_at: notice.taken_back_at?.toISOString() ?? null,
    reminded_at: notice.reminded_at?.toISOString() ?? null,
  };
}

function changedMeanwhile({ state }: NoticeRow): Refusal {
  const msg =
    state === "taken-back"
      ? "这条通知已经撤回，不能再改"
      : state === "sending"
        ? "通知正在发送，请稍后再改"
        : "这条通知刚刚被别人改过，请刷新后再改";
  return new Refusal("conflict", { msg, data: {} });
}
