import type { FastifyInstance } from "fastify";
import { acrossSchools } from "../database/scope.ts";
import type { Launchers } from "./launchers.ts";
import { followEndedSessions } from "./leave.ts";
import { dropOldTickets } from "./tickets.ts";

const FOLLOW_EVERY_MS = 60_000;
const CLEAR_EVERY_MS = 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** Follows ended sessions of which nobody told, and clears away old launches; answers what stops it. */
export function startSweeping(app: FastifyInstance, launchers: Launchers): () => Promise<void> {
  const timers = [
    setInterval(
      () =>
        app.background.run("ended sessions were not followed", () =>
          followEndedSessions(app, launchers),
        ),
      FOLLOW_EVERY_MS,
    ),
    setInterval(
      () =>
        app.background.run("old launches were not dropped", () =>
          acrossSchools("sweep", () =>
            dropOldTickets(app.db, new Date(app.now().getTime() - app.config.sessionDays * DAY_MS)),
          ),
        ),
      CLEAR_EVERY_MS,
    ),
  ];
  for (const timer of timers) timer.unref();
  return async () => timers.forEach((timer) => clearInterval(timer));
}
