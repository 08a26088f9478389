import { sql } from "kysely";
import type { Channel } from "#contract";
import type { Database } from "../database/database.ts";
import { verifiedReceiver } from "../sign-in/api.ts";
import type { Alert } from "./alerts.ts";
import { arrived, HAS_IDENTITY, IS_WAITING, unread } from "./inbox.ts";

/** A person who may still be written to beside a notice. */
export interface AlertReader {
  notice_id: string;
  user_id: string;
  receiver: string;
  school: string;
  title: string;
  /** Whether it is the person's as a pupil only, so that it waits for the end of the quiet hours. */
  is_pupils: boolean;
}

/**
 * Reads who of them may still be written to (IN-05): the notice was not taken back and lies unread in an inbox of the person,
 * of a reminder also unconfirmed; the account is enabled, the choice stands, and the contact on file is a verified one.
 */
export async function findAlertReaders(
  db: Database,
  channel: Channel,
  alerts: readonly Alert[],
  now: Date,
): Promise<AlertReader[]> {
  const [contact, chosen] =
    channel === "email" ? [sql`u.email`, sql`u.notice_mail`] : [sql`u.mobile`, sql`u.notice_sms`];
  const wanted = alerts.map(({ notice_id, user_id, reason }) => ({ notice_id, user_id, reason }));
  const { rows } = await sql<
    Omit<AlertReader, "receiver"> & { contact: string; receiver_key: string }
  >`
    select t.notice_id, t.user_id, ${contact} as contact, v.receiver_key, s.name as school, n.title, x.is_pupils
    from jsonb_to_recordset(${JSON.stringify(wanted)}::text::jsonb) as t(notice_id text, user_id text, reason text)
    join notice n on n.id = t.notice_id and n.state = 'sent'
    join school s on s.id = n.school_id
    join "user" u on u.id = t.user_id and u.is_abled and ${chosen} and ${contact} is not null
    join verified_contact v on v.user_id = u.id and v.channel = ${channel}
    join lateral (select bool_and(r.identity = 'student') as is_pupils from notice_recipient r
      where r.notice_id = n.id and r.user_id = u.id and ${arrived(now)} and ${unread(now)} and ${HAS_IDENTITY}
        and (t.reason = 'sent' or n.confirm not in ('received', 'choice') or ${IS_WAITING})) x on x.is_pupils is not null`.execute(
    db,
  );
  return rows.flatMap(({ contact: kept, receiver_key, ...reader }) => {
    const receiver = verifiedReceiver(kept, receiver_key);
    return receiver === undefined ? [] : [{ ...reader, receiver }];
  });
}
