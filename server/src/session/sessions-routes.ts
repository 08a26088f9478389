import type { FastifyInstance } from "fastify";
import { endDeviceSession, readSessions } from "#contract";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { liveSessions, revokeSession } from "./live-sessions.ts";

/** The person's own signed-in devices (ID-09). */
export async function sessionsRoutes(app: FastifyInstance): Promise<void> {
  serve(app, readSessions, async ({ caller }) => {
    const sessions = await liveSessions(app.db, caller.user_id, app.now());
    return sessions.map(({ created_at, last_seen_at, ...session }) => ({
      ...session,
      created_at: created_at.toISOString(),
      last_seen_at: last_seen_at.toISOString(),
      current: session.id === caller.session_id,
    }));
  });

  serve(app, endDeviceSession, async ({ input, caller }) => {
    const ended = await revokeSession(app.db, caller.user_id, input.id, app.now());
    if (!ended) throw new Refusal("notFound");
    app.sessionEnds.tell(caller.user_id);
    return {};
  });
}
