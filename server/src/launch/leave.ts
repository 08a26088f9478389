import type { FastifyInstance } from "fastify";
import { acrossSchools } from "../database/scope.ts";
import type { Queryable } from "../database/database.ts";
import type { LeaveContext } from "./launcher.ts";
import type { Launchers } from "./launchers.ts";
import { dropTickets } from "./tickets.ts";

/** Sessions whose apps are left in one round; the rest follows with the next sweep. */
const SESSIONS_AT_ONCE = 500;
/** Milliseconds that a sweep looks back for ended sessions whose apps were not left. */
const LOOK_BACK_MS = 24 * 3_600_000;

/**
 * Ends the session's sign-ins at one app or at all, of every kind; returns the apps that had been opened (LA-03).
 * The launches are deleted last: should a kind fail, the session is found again.
 */
export async function leaveApps(
  app: FastifyInstance,
  launchers: Launchers,
  context: LeaveContext,
): Promise<string[]> {
  // also what was opened at a school that the person has left since
  return acrossSchools("app-sign-in", () => leave(app, launchers, context));
}

async function leave(
  app: FastifyInstance,
  launchers: Launchers,
  context: LeaveContext,
): Promise<string[]> {
  const ended = new Set<string>();
  for (const launcher of Object.values(launchers)) {
    for (const id of (await launcher.leave?.(context)) ?? []) ended.add(id);
  }
  const dropped = await dropTickets(app.db, context.session_id, context.app_id);
  for (const id of dropped) ended.add(id);
  return [...ended].sort();
}

/** Leaves the apps of every session that has ended, of one person or of everyone. */
export async function followEndedSessions(
  app: FastifyInstance,
  launchers: Launchers,
  userId?: string,
): Promise<void> {
  const since = new Date(app.now().getTime() - LOOK_BACK_MS);
  const sessions = await acrossSchools("sweep", () =>
    readEndedSessions(app.db, since, SESSIONS_AT_ONCE, userId),
  );
  for (const session_id of sessions) {
    await leaveApps(app, launchers, { session_id }).catch((error: unknown) =>
      app.log.warn({ err: error }, "the apps of an ended session were not left"),
    );
  }
}

/** Returns at most this many sessions that ended since then with apps still open, of one person or of everyone. */
async function readEndedSessions(
  db: Queryable,
  since: Date,
  most: number,
  userId?: string,
): Promise<string[]> {
  let query = db
    .selectFrom("session as s")
    .select("s.id")
    .where("s.ended_at", ">", since)
    .where((row) =>
      row.exists(
        row.selectFrom("app_ticket as t").select("t.app_id").whereRef("t.session_id", "=", "s.id"),
      ),
    );
  if (userId !== undefined) query = query.where("s.user_id", "=", userId);
  const rows = await query.limit(most).execute();
  return rows.map(({ id }) => id);
}
