import type { FastifyInstance } from "fastify";
import type { Launchers } from "./launchers.ts";
import { followEndedSessions } from "./leave.ts";
import { dropOldTickets } from "./tickets.ts";

const FOLLOW_EVERY_MS = 60_000;
const CLEAR_EVERY_MS = 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** Follows ended sessions that no hint told of, and clears away old launches. */
export function sweepLaunches(app: FastifyInstance, launchers: Launchers): void {
  app.jobs.handle("session-ends", {
    everyMs: FOLLOW_EVERY_MS,
    run: () => followEndedSessions(app, launchers),
  });
  app.jobs.handle("launch-sweep", {
    everyMs: CLEAR_EVERY_MS,
    run: () =>
      dropOldTickets(app.db, new Date(app.now().getTime() - app.config.sessionDays * DAY_MS)),
  });
}
