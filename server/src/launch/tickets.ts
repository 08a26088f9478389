import { type Identity, LAUNCH_LIFETIME_SECONDS } from "#contract";
import type { Queryable } from "../database/database.ts";
import { hashSecret, newSecret } from "../platform/secret.ts";

/** The holder of a ticket: a caller who acts under an identity, or the bearer of an earlier ticket. */
export interface TicketHolder {
  readonly user_id: string;
  readonly session_id: string;
  readonly identity: Identity;
  readonly school: { readonly id: string };
}

/** The person and identity that a ticket stands for. */
export interface Bearer {
  user_id: string;
  session_id: string;
  name: string;
  identity: Identity;
  school: { id: string; name: string };
}

/**
 * Issues a one-time ticket of 256 bits for a launch, valid for 60 seconds unless said otherwise (LA-02); only its hash
 * is kept. Launches of every kind of app are stored here, so that it is known which apps a session has opened.
 */
export async function issueTicket(
  db: Queryable,
  { caller, app_id }: { caller: TicketHolder; app_id: string },
  now: Date,
  lifetimeSeconds: number = LAUNCH_LIFETIME_SECONDS,
): Promise<string> {
  const { user_id, session_id, identity, school } = caller;
  const ticket = newSecret();
  await db
    .insertInto("app_ticket")
    .values({
      ticket_hash: hashSecret(ticket),
      app_id,
      user_id,
      session_id,
      identity,
      school_id: school.id,
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimeSeconds * 1000),
    })
    .execute();
  return ticket;
}

/**
 * Uses the ticket up: of several attempts at once, one gets the bearer. Undefined when it is unknown, used, expired or
 * another app's, when its session has ended or is not the one named, or when the person has lost the membership it was
 * issued under.
 */
export async function useTicket(
  db: Queryable,
  ticket: string,
  { app_id, session_id }: { app_id: string; session_id?: string },
  now: Date,
): Promise<Bearer | undefined> {
  return useByHash(db, hashSecret(ticket), { app_id, session_id }, now);
}

/** Uses up the session's newest ticket for this app, where the app cannot name it. */
export async function useLatestTicket(
  db: Queryable,
  { app_id, session_id }: { app_id: string; session_id: string },
  now: Date,
): Promise<Bearer | undefined> {
  const row = await db
    .selectFrom("app_ticket")
    .select("ticket_hash")
    .where("session_id", "=", session_id)
    .where("app_id", "=", app_id)
    .where("redeemed_at", "is", null)
    .where("expires_at", ">", now)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && useByHash(db, row.ticket_hash, { app_id, session_id }, now);
}

async function useByHash(
  db: Queryable,
  ticket_hash: string,
  { app_id, session_id }: { app_id: string; session_id?: string | undefined },
  now: Date,
): Promise<Bearer | undefined> {
  let query = db
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
    .where("m.is_abled", "=", true);
  if (session_id !== undefined) query = query.where("s.id", "=", session_id);
  const row = await query
    .returning([
      "u.id as user_id",
      "s.id as session_id",
      "u.name",
      "t.identity",
      "c.id as school_id",
      "c.name as school",
    ])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { school_id, school, ...bearer } = row;
  return { ...bearer, school: { id: school_id, name: school } };
}

/** Deletes the session's launches, of one app or all; their tickets are void. Returns the apps. */
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

/** Deletes launches whose sessions are certainly over, so that the table stays small. */
export async function dropOldTickets(db: Queryable, expiredBefore: Date): Promise<void> {
  await db.deleteFrom("app_ticket").where("expires_at", "<", expiredBefore).execute();
}

/** Adds the ticket to an app's address; its own query and fragment stay as the app wrote them. */
export function withTicket(address: string, ticket: string): string {
  const [page = "", ...fragment] = address.split("#");
  const sign = page.includes("?") ? (/[?&]$/.test(page) ? "" : "&") : "?";
  return [`${page}${sign}ticket=${ticket}`, ...fragment].join("#");
}
