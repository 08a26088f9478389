import type { Queryable } from "../../database/database.ts";
import { hashSecret } from "../../http/secret.ts";
import { issueTicket, useTicket, type Bearer, type TicketHolder } from "../tickets.ts";
import { SERVICE_TICKET_SECONDS } from "./rules.ts";
import type { Visit } from "./single-logout.ts";

/** As the protocol wants it: `ST-`, then letters and digits only. */
const PREFIX = "ST-";

/** A ticket for one service, good once and for ten seconds; only its hash is kept. */
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

/** What a ticket turned out to be good for. */
export interface Redeemed {
  bearer: Bearer;
  app_id: string;
  service: string;
  is_fresh: boolean;
}

/** Uses the ticket up, whatever service shows it; undefined when it is none, used, late, or its person is gone. */
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

/** Remembers that the service let the person in with this ticket, which has no power any more. */
export async function keepVisit(db: Queryable, ticket: string): Promise<void> {
  await db
    .updateTable("cas_ticket")
    .set({ ticket })
    .where("ticket_hash", "=", hashSecret(secretOf(ticket)))
    .execute();
}

/** A sign-in at a service that is to end. */
export interface VisitToEnd extends Omit<Visit, "user"> {
  app_id: string;
  user_id: string;
}

/** Forgets the session's tickets and sign-ins, at one app or all; answers the apps, and what services must be told. */
export async function dropVisits(
  db: Queryable,
  session_id: string,
  app_id?: string,
): Promise<{ apps: string[]; visits: VisitToEnd[] }> {
  // in one statement, so that of two nodes which hear of the end one tells the service
  let dropping = db.deleteFrom("app_ticket as t").where("t.session_id", "=", session_id);
  dropping = dropping.where((row) =>
    row.exists(
      row
        .selectFrom("app as a")
        .select("a.id")
        .whereRef("a.id", "=", "t.app_id")
        .where("a.launch", "=", "cas"),
    ),
  );
  if (app_id !== undefined) dropping = dropping.where("t.app_id", "=", app_id);
  const rows = await db
    .with("dropped", () => dropping.returning(["t.ticket_hash", "t.app_id", "t.user_id"]))
    .selectFrom("dropped as d")
    .leftJoin("cas_ticket as c", "c.ticket_hash", "d.ticket_hash")
    .select(["d.app_id", "d.user_id", "c.service", "c.ticket"])
    .execute();
  const visits = rows.flatMap(({ service, ticket, ...whose }) =>
    service !== null && ticket !== null ? [{ ...whose, service, ticket }] : [],
  );
  return { apps: [...new Set(rows.map((row) => row.app_id))].sort(), visits };
}

function secretOf(ticket: string): string {
  return Buffer.from(ticket.slice(PREFIX.length), "hex").toString("base64url");
}
