import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { CasSettings } from "#contract";
import type { Queryable } from "../../database/database.ts";
import { subjectFor } from "../claims.ts";
import { endVisits, type Visit } from "./single-logout.ts";

/** Milliseconds to wait after each failure; a message that fails once more is given up. */
export const TRY_AGAIN_AFTER_MS = [30_000, 120_000, 480_000, 1_920_000] as const;
const SWEEP_EVERY_MS = 60_000;
/**
 * Messages of one round. Eight at a time, five seconds each: all are sent, or have failed, before the first is due
 * again.
 */
const AT_ONCE = 40;

interface Due {
  ticket_hash: string;
  app_id: string;
  user_id: string;
  service: string;
  ticket: string;
  tries: number;
}

/** Notifies services of sign-outs that have not reached them. Any node goes on where one ended. */
export function notifyAgain(app: FastifyInstance): void {
  app.jobs.handle("cas-logout", { everyMs: SWEEP_EVERY_MS, run: () => notifyDue(app) });
}

/** Notifies in the background the services that are due. */
export function notifyLater(app: FastifyInstance): void {
  app.background.run("services were not notified of a sign-out", () => notifyDue(app));
}

async function notifyDue(app: FastifyInstance): Promise<void> {
  while ((await notifySome(app)) === AT_ONCE);
}

/**
 * Sends one round of due messages.
 *
 * @returns how many were due
 */
async function notifySome(app: FastifyInstance): Promise<number> {
  const due = await takeDue(app.db, app.now());
  const messages: (Visit & { of: Due })[] = [];
  for (const one of due) {
    const entry = await app.catalogue.app(one.app_id);
    const settings = entry?.settings as Partial<CasSettings> | undefined;
    if (settings?.single_logout !== true) continue;
    const user = await subjectFor(app, one.app_id, one.user_id);
    const service = settings.single_logout_url ?? one.service;
    messages.push({ service, ticket: one.ticket, user, of: one });
  }
  const unreached = new Set<string>();
  await endVisits(app.launchDeps.callApp, messages, app.now(), ({ service, of }, error) => {
    const { origin } = new URL(service);
    const isLast = of.tries > TRY_AGAIN_AFTER_MS.length;
    app.log.warn({ err: error, origin, is_last: isLast }, "a service was not notified");
    if (!isLast) unreached.add(of.ticket_hash);
  });
  const done = due.flatMap(({ ticket_hash }) => (unreached.has(ticket_hash) ? [] : [ticket_hash]));
  if (done.length > 0) {
    await app.db.deleteFrom("cas_logout").where("ticket_hash", "in", done).execute();
  }
  return due.length;
}

/**
 * Takes the due messages, so that only one of several nodes sends each. The time of the next try is set before the
 * first is made, in case this node ends in the middle.
 */
async function takeDue(db: Queryable, now: Date): Promise<Due[]> {
  const delays = sql.join([...TRY_AGAIN_AFTER_MS]);
  const delay = sql`(array[${delays}]::integer[])[least(tries + 1, ${TRY_AGAIN_AFTER_MS.length}::integer)]`;
  return db
    .updateTable("cas_logout")
    .set((row) => ({
      tries: row("tries", "+", 1),
      next_try_at: sql<Date>`${now}::timestamptz + ${delay} * interval '1 millisecond'`,
    }))
    .where("ticket_hash", "in", (query) =>
      query
        .selectFrom("cas_logout")
        .select("ticket_hash")
        .where("next_try_at", "<=", now)
        .orderBy("next_try_at")
        .limit(AT_ONCE)
        .forUpdate()
        .skipLocked(),
    )
    .returning(["ticket_hash", "app_id", "user_id", "service", "ticket", "tries"])
    .execute();
}
