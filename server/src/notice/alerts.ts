import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Database, Queryable } from "../database/database.ts";
import type { NoticeAlertTable } from "../database/tables/notice.ts";

/** The recurring job that sends what is due. */
export const ALERT_JOB = "notice-alert";

type Reason = NoticeAlertTable["reason"];
export type AlertChannel = NoticeAlertTable["channel"];

/** A person to be written to beside a notice. */
export interface Alert {
  notice_id: string;
  user_id: string;
  reason: Reason;
  tries: number;
}

/**
 * Plans an e-mail, an SMS and a push beside a notice for the recipients who chose it (IN-05), once for each person and channel, however many
 * children it is about; of a reminder for those who were reminded at `now`. Only channels that are carried. `wake` the jobs
 * after the commit.
 */
export async function planAlerts(
  app: FastifyInstance,
  trx: Queryable,
  { notice_id, reason, now }: { notice_id: string; reason: Reason; now: Date },
): Promise<void> {
  const carried = app.delivery.alertChannels;
  const [mail, sms] = [carried.includes("email"), carried.includes("mobile")];
  const [at, which] =
    reason === "sent"
      ? [sql`r.visible_at`, sql<boolean>`true`]
      : [sql`r.reminded_at`, sql<boolean>`r.reminded_at >= ${now}`];
  await sql`insert into notice_alert (school_id, notice_id, user_id, channel, reason, due_at, state)
    select n.school_id, n.id, u.id, unnest(array_remove(array[
        case when u.notice_mail and ${mail}::boolean then 'email' end,
        case when u.notice_sms and ${sms}::boolean then 'mobile' end,
        case when p.user_id is not null then 'push' end], null)), ${reason}::text, t.due_at, 'waiting'
    from (select r.user_id, min(${at}) as due_at from notice_recipient r
      where r.notice_id = ${notice_id} and ${which} group by r.user_id) t
    join "user" u on u.id = t.user_id and u.is_abled
    left join (select distinct user_id from push_subscription where not is_gone) p on p.user_id = u.id
    join notice n on n.id = ${notice_id}
    on conflict (school_id, notice_id, user_id, channel) do update
      set reason = excluded.reason, due_at = excluded.due_at, state = 'waiting', tries = 0`.execute(
    trx,
  );
  await app.jobs.makeDueNow(trx, ALERT_JOB);
}

/** Marks those that are due as being sent, the oldest first, and returns them: from then on nobody else takes them. */
export async function takeDue(
  db: Database,
  channel: AlertChannel,
  limit: number,
  now: Date,
): Promise<Alert[]> {
  const { rows } = await sql<Alert>`
    update notice_alert as a set state = 'sending', tries = a.tries + 1
    from (select d.notice_id, d.user_id from notice_alert d
      where d.channel = ${channel} and d.state = 'waiting' and d.due_at <= ${now}
      order by d.due_at limit ${limit} for update skip locked) t
    where a.notice_id = t.notice_id and a.user_id = t.user_id and a.channel = ${channel}
    returning a.notice_id, a.user_id, a.reason, a.tries`.execute(db);
  return rows;
}

export interface AlertEnd {
  notice_id: string;
  user_id: string;
  state: Exclude<NoticeAlertTable["state"], "sending">;
  tries: number;
  /** When it is tried again; null: it keeps its time. */
  due_at: Date | null;
}

/** Writes what became of those that were taken; one that a reminder has planned anew meanwhile stays planned. */
export async function endAlerts(
  db: Database,
  channel: AlertChannel,
  ends: readonly AlertEnd[],
): Promise<void> {
  await sql`update notice_alert as a set state = t.state, tries = t.tries, due_at = coalesce(t.due_at, a.due_at)
    from jsonb_to_recordset(${JSON.stringify(ends)}::text::jsonb)
      as t(notice_id text, user_id text, state text, tries integer, due_at timestamptz)
    where a.notice_id = t.notice_id and a.user_id = t.user_id and a.channel = ${channel} and a.state = 'sending'`.execute(
    db,
  );
}

/**
 * Gives up those that another node was sending when it ended, as they may have gone out, and drops those that are due since
 * before a moment. Returns how many each.
 */
export async function giveUpOld(
  db: Database,
  channel: AlertChannel,
  before: Date,
): Promise<{ lost: number; late: number }> {
  const ofChannel = db.updateTable("notice_alert").where("channel", "=", channel);
  const lost = await ofChannel
    .set({ state: "failed" })
    .where("state", "=", "sending")
    .executeTakeFirst();
  const late = await ofChannel
    .set({ state: "dropped" })
    .where("state", "=", "waiting")
    .where("due_at", "<", before)
    .executeTakeFirst();
  return { lost: Number(lost.numUpdatedRows), late: Number(late.numUpdatedRows) };
}
