import { sql } from "kysely";
import type { Queryable } from "../../database/database.ts";
import { hashSecret } from "../../platform/secret.ts";
import { issueTicket, useTicket, type Bearer, type TicketHolder } from "../tickets.ts";
import { SERVICE_TICKET_SECONDS } from "./rules.ts";

/** The prefix of a ticket, as the protocol demands: `ST-`, then letters and digits only. */
const PREFIX = "ST-";

/** Issues a ticket for one service, valid once and for ten seconds; only its hash is kept. */
export async function issueServiceTicket(
  db: Queryable,
  {
    holder,
    app_id,
    service,
    is_fresh,
  }: {
    holder: TicketHolder;
    app_id: string;
    service: string;
    is_fresh: boolean;
  },
  now: Date,
): Promise<string> {
  const secret = await issueTicket(db, { caller: holder, app_id }, now, SERVICE_TICKET_SECONDS);
  const ticket_hash = hashSecret(secret);
  await db.insertInto("cas_ticket").values({ ticket_hash, service, is_fresh }).execute();
  return PREFIX + Buffer.from(secret, "base64url").toString("hex");
}

/** The outcome of using a ticket. */
export interface Redeemed {
  bearer: Bearer;
  app_id: string;
  service: string;
  is_fresh: boolean;
}

/**
 * Uses the ticket up, whatever service sends it; undefined when it is unknown, used or expired, or its person is gone.
 */
export async function useServiceTicket(
  db: Queryable,
  ticket: string,
  now: Date,
): Promise<Redeemed | undefined> {
  const secret = secretOf(ticket);
  const row = await db
    .selectFrom("cas_ticket as c")
    .innerJoin("app_ticket as t", "t.ticket_hash", "c.ticket_hash")
    .where("c.ticket_hash", "=", hashSecret(secret))
    .select(["t.app_id", "c.service", "c.is_fresh"])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const bearer = await useTicket(db, secret, { app_id: row.app_id }, now);
  return bearer && { bearer, ...row };
}

/**
 * Stores that the service let the person in with this ticket, which opens nothing any more: the logout message names
 * it.
 */
export async function keepVisit(db: Queryable, ticket: string): Promise<void> {
  await db
    .updateTable("cas_ticket")
    .set({ ticket })
    .where("ticket_hash", "=", hashSecret(secretOf(ticket)))
    .execute();
}

/**
 * Deletes the session's tickets and sign-ins, at one app or all. Returns the apps, and how many sign-ins have services
 * to notify (table `cas_logout`).
 */
export async function dropVisits(
  db: Queryable,
  { session_id, app_id }: { session_id: string; app_id?: string | undefined },
  now: Date,
): Promise<{ apps: string[]; visits: number }> {
  const isMeant = app_id === undefined ? sql`true` : sql`t.app_id = ${app_id}`;
  // in one statement: of two nodes which hear of the end one keeps the visits, and a stop loses none
  const { rows } = await sql<{ app_id: string; visits: number }>`
    with dropped as (
      delete from app_ticket t using app a
      where t.session_id = ${session_id} and ${isMeant} and a.id = t.app_id and a.launch = 'cas'
      returning t.ticket_hash, t.app_id, t.user_id
    ), visited as (
      insert into cas_logout (ticket_hash, app_id, user_id, service, ticket, ended_at, next_try_at)
      select d.ticket_hash, d.app_id, d.user_id, c.service, c.ticket,
        ${now}::timestamptz, ${now}::timestamptz
      from dropped d join cas_ticket c on c.ticket_hash = d.ticket_hash where c.ticket is not null
      returning app_id
    )
    select d.app_id, (select count(*)::integer from visited v where v.app_id = d.app_id) as visits
    from dropped d group by d.app_id order by d.app_id`.execute(db);
  return {
    apps: rows.map((row) => row.app_id),
    visits: rows.reduce((sum, { visits }) => sum + visits, 0),
  };
}

function secretOf(ticket: string): string {
  return Buffer.from(ticket.slice(PREFIX.length), "hex").toString("base64url");
}
