import type { FastifyInstance } from "fastify";
import type { NoticeAlertTable } from "../database/tables/notice.ts";
import type { RunningJob } from "../platform/job-attempt.ts";
import { addCounter } from "../platform/metrics.ts";
import { platformAddress } from "../platform/platform-address.ts";
import { type AlertReader, findAlertReaders } from "./alert-readers.ts";
import {
  ALERT_JOB,
  type Alert,
  type AlertChannel,
  type AlertEnd,
  endAlerts,
  giveUpOld,
  takeDue,
} from "./alerts.ts";
import { pusher } from "./push/send-push.ts";
import { dropEnded } from "./push/subscriptions.ts";
import { arrivalAt } from "./quiet-hours.ts";

/** Milliseconds between two looks for what is due; a notice that was just sent is looked at at once. */
const LOOK_EVERY_MS = 60_000;
/** Taken and handed over at once: so many may be lost with a node. */
const BATCH = 20;
const TRIES = 4;
const FIRST_WAIT_MS = 60_000;
const LONGER_BY = 5;
/** Milliseconds after which news of a notice are none. */
const LATE_AFTER_MS = 24 * 3_600_000;

type Counts = Record<"sent" | "failed" | "retried" | "dropped", number>;

/** Declares the job that sends e-mails, SMS and pushes beside notices (IN-05), and their count. */
export function handleAlerts(app: FastifyInstance): void {
  const counts: Counts = { sent: 0, failed: 0, retried: 0, dropped: 0 };
  addCounter({
    registry: app.metrics,
    name: "schoolgate_notice_alerts_total",
    help: "E-mails, SMS and pushes beside notices, by what became of them.",
    read: () => ({ ...counts }),
    label: "outcome",
  });
  const push = pusher(app);
  app.jobs.handle(ALERT_JOB, {
    everyMs: LOOK_EVERY_MS,
    run: async ({ signal }) => {
      await dropEnded(app.db, app.now());
      for (const channel of [...app.delivery.alertChannels, "push"] as const) {
        await sendDue(app, channel, { signal, counts, push });
      }
    },
  });
}

interface Means extends Pick<RunningJob, "signal"> {
  counts: Counts;
  push: ReturnType<typeof pusher>;
}

/** Sends what is due by a channel, batch by batch; ends early where none of a batch could be handed over. */
async function sendDue(app: FastifyInstance, channel: AlertChannel, means: Means): Promise<void> {
  const { signal, counts } = means;
  const { lost, late } = await giveUpOld(
    app.db,
    channel,
    new Date(app.now().getTime() - LATE_AFTER_MS),
  );
  counts.failed += lost;
  counts.dropped += late;
  if (lost > 0) app.log.warn({ channel, lost }, "a node ended while it sent news of notices");
  while (!signal.aborted) {
    const batch = await takeDue(app.db, channel, BATCH, app.now());
    if (batch.length === 0) return;
    const isCarried = await sendBatch(app, channel, batch, means);
    if (!isCarried) return;
  }
}

/** Sends a batch. Returns false where something was handed over and all of it was refused. */
async function sendBatch(
  app: FastifyInstance,
  channel: AlertChannel,
  batch: readonly Alert[],
  { counts, push }: Means,
): Promise<boolean> {
  const now = app.now();
  const address = platformAddress(app.config);
  const readers = await findAlertReaders(app.db, channel, batch, now);
  const morning = arrivalAt("student", now);
  const reasons: string[] = [];
  const ends = await Promise.all(
    batch.map(async (alert): Promise<AlertEnd> => {
      const { notice_id, user_id, reason, tries } = alert;
      const end = { notice_id, user_id, tries, due_at: null };
      const reader = readers.find((one) => one.notice_id === notice_id && one.user_id === user_id);
      if (reader === undefined) return { ...end, state: "dropped" };
      if (reader.is_pupils && morning > now) {
        return { ...end, state: "waiting", tries: tries - 1, due_at: morning };
      }
      const refused =
        channel === "push"
          ? await push(reader.subscriptions, pushOf(reader, reason))
          : await app.delivery.carryAlert(channel, alertOf(reader, reason, address));
      if (refused === "gone") return { ...end, state: "dropped" };
      if (refused === undefined) return { ...end, state: "sent" };
      reasons.push(refused);
      if (tries >= TRIES) return { ...end, state: "failed" };
      const wait = FIRST_WAIT_MS * LONGER_BY ** (tries - 1);
      counts.retried += 1;
      return { ...end, state: "waiting", due_at: new Date(now.getTime() + wait) };
    }),
  );
  await endAlerts(app.db, channel, ends);
  for (const { state } of ends) if (state !== "waiting") counts[state] += 1;
  if (reasons.length > 0) {
    const line = { channel, count: reasons.length, reasons: [...new Set(reasons)] };
    app.log.warn(line, "news of notices were not sent");
  }
  return reasons.length === 0 || ends.some(({ state }) => state === "sent");
}

/** Returns a message that says that a notice waits: which school's, its title, where to read it and how to have no more. */
function alertOf(
  { receiver, school, title }: AlertReader,
  reason: NoticeAlertTable["reason"],
  address: string,
) {
  const [subject, first] =
    reason === "sent"
      ? [`${school}的通知“${title}”`, `${school}发来通知“${title}”。`]
      : [`请看${school}的通知“${title}”`, `${school}提醒查看并确认通知“${title}”。`];
  return {
    ...{ receiver, school, subject },
    body: `${first}

登录后在“消息”里查看：
${address}/#/messages

不想再收到这样的邮件，可以在“个人中心”的“消息提醒”里关闭：
${address}/#/module/profile`,
  };
}

/** Returns what a browser shows: the school and the title. */
function pushOf({ school, title }: AlertReader, reason: NoticeAlertTable["reason"]): string {
  const head = reason === "sent" ? `${school}的通知` : `请看${school}的通知`;
  return JSON.stringify({ title: head, body: title });
}
