import type { Identity } from "#contract";
import type { Queryable } from "../database/database.ts";

/** What a ticket is bound to (LA-02). */
export interface TicketBinding {
  app_id: string;
  user_id: string;
  session_id: string;
  identity: Identity;
  school_id: string;
}

/** Whom a ticket turned out to stand for. */
export interface Bearer {
  user_id: string;
  name: string;
  identity: Identity;
  school: { id: string; name: string };
}

export async function keepTicket(
  db: Queryable,
  binding: TicketBinding,
  ticket: { ticket_hash: string; created_at: Date; expires_at: Date },
): Promise<void> {
  await db
    .insertInto("app_ticket")
    .values({ ...binding, ...ticket })
    .execute();
}

/**
 * Uses the ticket up: of any number of attempts at once, one gets the bearer. Undefined when it is absent, used, late or
 * another app's, when its session has ended, or when the person lost the membership it was issued under.
 */
export async function useTicket(
  db: Queryable,
  ticket_hash: string,
  app_id: string,
  now: Date,
): Promise<Bearer | undefined> {
  const row = await db
    .updateTable("app_ticket as t")
    .from("session as s")
    .from("user as u")
    .from("school as c")
    .from("membership as m")
    .set({ redeemed_at: now })
    .where("t.ticket_hash", "=", ticket_hash)
    .where("t.app_id", "=", app_id)
    .where("t.redeemed_at", "is", null)
    .where("t.expires_at", ">", now)
    .whereRef("s.id", "=", "t.session_id")
    .where("s.ended_at", "is", null)
    .where("s.expires_at", ">", now)
    .whereRef("u.id", "=", "t.user_id")
    .where("u.is_abled", "=", true)
    .whereRef("c.id", "=", "t.school_id")
    .where("c.is_abled", "=", true)
    .whereRef("m.school_id", "=", "t.school_id")
    .whereRef("m.user_id", "=", "t.user_id")
    .whereRef("m.identity", "=", "t.identity")
    .where("m.is_abled", "=", true)
    .returning(["u.id as user_id", "u.name", "t.identity", "c.id as school_id", "c.name as school"])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { user_id, name, identity, school_id, school } = row;
  return { user_id, name, identity, school: { id: school_id, name: school } };
}

/** Forgets the session's launches, of one app or of all; a ticket among them can no longer be used. Answers the apps. */
export async function dropTickets(
  db: Queryable,
  session_id: string,
  app_id?: string,
): Promise<string[]> {
  let query = db.deleteFrom("app_ticket").where("session_id", "=", session_id);
  if (app_id !== undefined) query = query.where("app_id", "=", app_id);
  const rows = await query.returning("app_id").execute();
  return [...new Set(rows.map((row) => row.app_id))].sort();
}

/** Forgets the launches whose sessions are certainly over, so that the table stays small. */
export async function dropOldTickets(db: Queryable, expiredBefore: Date): Promise<void> {
  await db.deleteFrom("app_ticket").where("expires_at", "<", expiredBefore).execute();
}
