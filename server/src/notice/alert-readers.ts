import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { verifiedReceiver } from "../sign-in/api.ts";
import type { Alert, AlertChannel } from "./alerts.ts";
import type { Subscription } from "./push/subscriptions.ts";
import { arrived, IS_WAITING, unread } from "./inbox.ts";

/** A person who may still be written to beside a notice. */
export interface AlertReader {
  notice_id: string;
  user_id: string;
  /** The verified contact; empty of a push. */
  receiver: string;
  /** The browsers of a push. */
  subscriptions: readonly Subscription[];
  school: string;
  title: string;
  /** True where it is the person's as a pupil only, so that it waits for the end of the quiet hours. */
  is_pupils: boolean;
}

/**
 * Reads who of them may still be written to (IN-05): the notice was not taken back and lies unread in an inbox of the person,
 * of a reminder also unconfirmed; the account is enabled, the choice stands, and the contact on file is a verified one, or a browser is signed in.
 */
export async function findAlertReaders(
  db: Database,
  channel: AlertChannel,
  alerts: readonly Alert[],
  now: Date,
): Promise<AlertReader[]> {
  const way = channel === "push" ? pushed(now) : CONTACTS[channel];
  const wanted = alerts.map(({ notice_id, user_id, reason }) => ({ notice_id, user_id, reason }));
  const { rows } = await sql<AlertReader & { receiver_key: string | null }>`
    select t.notice_id, t.user_id, v.receiver, v.receiver_key, v.subscriptions, s.name as school, n.title, x.is_pupils
    from jsonb_to_recordset(${JSON.stringify(wanted)}::text::jsonb) as t(notice_id text, user_id text, reason text)
    join notice n on n.id = t.notice_id and n.state = 'sent'
    join school s on s.id = n.school_id
    join "user" u on u.id = t.user_id and u.is_abled
    join lateral (${way}) v on v.receiver is not null
    join lateral (select bool_and(r.identity = 'student') as is_pupils from notice_recipient r
      where r.notice_id = n.id and r.user_id = u.id and ${arrived(now)} and ${unread(now)}
        and (t.reason = 'sent' or n.confirm not in ('received', 'choice') or ${IS_WAITING})) x on x.is_pupils is not null`.execute(
    db,
  );
  return rows.flatMap(({ receiver_key, ...reader }) => {
    if (receiver_key === null) return [reader];
    const receiver = verifiedReceiver(reader.receiver, receiver_key);
    return receiver === undefined ? [] : [{ ...reader, receiver }];
  });
}

const verified = (channel: string, contact: RawBuilder<unknown>, chosen: RawBuilder<unknown>) =>
  sql`select ${contact} as receiver, c.receiver_key, '[]'::json as subscriptions
    from verified_contact c where c.user_id = u.id and c.channel = ${channel} and ${chosen}`;
const CONTACTS = {
  email: verified("email", sql`u.email`, sql`u.notice_mail`),
  mobile: verified("mobile", sql`u.mobile`, sql`u.notice_sms`),
};

/** The browsers whose session goes on. */
const pushed = (now: Date) => sql`
  select case when count(*) > 0 then '' end as receiver, null::text as receiver_key,
    json_agg(json_build_object('session_id', b.session_id, 'endpoint', b.endpoint, 'p256dh', b.p256dh, 'auth', b.auth)) as subscriptions
  from push_subscription b join session bs on bs.id = b.session_id and bs.ended_at is null and bs.expires_at > ${now}
  where b.user_id = u.id and not b.is_gone`;
