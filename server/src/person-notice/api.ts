import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { HOME_NOTICES, type NoticeKind, type PersonNotice } from "#contract";
import type { Queryable } from "../database/database.ts";
import { findNotices, type Reader } from "./queries.ts";
import { noticeOf } from "./words.ts";

/** The detail of a notice: ids and words of ours, and a reason whose writer knows that the person will read it. */
export interface NoticeDetail {
  /** The school or district that it is about. */
  school_id?: string | null;
  identity?: string;
  /** The last day; of a change that was stopped its hour. */
  until?: string | null;
  /** A guardian's relation to the child: 母亲. */
  relation?: string;
  /** A bundle's id, or a right. */
  bundle?: string | null;
  right?: string | null;
  /** The cause, where no colleague acted: the last day of an identity or lock, an operator's command, or a guardian. */
  by?: "day" | "operator" | "guardian";
  reason?: string;
}

export interface NewNotice {
  user_id: string;
  kind: NoticeKind;
  /** The child concerned, where a guardian is notified. */
  about_id?: string;
  detail?: NoticeDetail;
}

/**
 * Notifies people of acts on their accounts, in the transaction of the act (AD-12). Nobody is notified of their own
 * acts. The place that answers for an act is one that the person knows: an own school where the actor works, else its
 * district; else the platform. The statement must see every school.
 */
export async function notifyPeople(
  trx: Queryable,
  { by, now }: { by: string | null; now: Date },
  notices: readonly NewNotice[],
): Promise<void> {
  const rows = notices
    .filter(({ user_id }) => user_id !== by)
    .map(({ user_id, kind, about_id = null, detail = {} }) => ({
      ...{ id: randomUUID(), user_id, kind, about_id, detail, whose: about_id ?? user_id },
    }));
  if (rows.length === 0) return;
  // from the person's own few memberships on (`offset 0`): the planner would begin with everybody's at their schools.
  // `whose` is a column: behind row-level security an index takes no expression that might tell what it compares
  await sql`
    with acting as materialized (
      select am.school_id from membership am
      where am.user_id = ${by} and am.is_abled and am.identity not in ('student', 'parent'))
    insert into person_notice (id, user_id, kind, at, by_id, by_place_id, about_id, detail)
    select r.id, r.user_id, r.kind, ${now}, ${by}, (
        select acting.school_id from (
          select pm.school_id, pm.sort from membership pm
          where pm.user_id = r.whose offset 0) pm
        join school ps on ps.id = pm.school_id
        join acting on acting.school_id in (ps.id, ps.parent_id)
        order by acting.school_id <> pm.school_id, pm.sort, acting.school_id limit 1),
      r.about_id, r.detail
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as r(id text, user_id text, kind text, about_id text, detail jsonb, whose text)
    join "user" u on u.id = r.user_id`.execute(trx);
}

/** Mails a person who may still sign in and has an address; a deployment that sends no mail keeps none. */
export async function mailPerson(
  app: FastifyInstance,
  trx: Queryable,
  user_id: string,
  { subject, body }: { subject: string; body: string },
): Promise<void> {
  const person = await trx
    .selectFrom("user")
    .select("email")
    .where("id", "=", user_id)
    .where("is_abled", "=", true)
    .executeTakeFirst();
  if (person?.email == null) return;
  await app.delivery.putMail(trx, { receiver: person.email, subject, body });
}

/** Returns the newest notices that a person has not seen, for home. */
export async function unseenNotices(db: Queryable, reader: Reader): Promise<PersonNotice[]> {
  const found = await findNotices(db, reader, { unseen: true, limit: HOME_NOTICES });
  return found.map((row) => noticeOf(row, reader));
}
