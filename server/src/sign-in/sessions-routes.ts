import type { FastifyInstance } from "fastify";
import { endDeviceSession, readSessions } from "#contract";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import type { Database } from "../database/database.ts";
import { endSessions } from "../session/session-ends.ts";
import { revokeCredential } from "./remembered-device.ts";

/** Serves the person's own signed-in devices (ID-09). */
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

  serve(app, endDeviceSession, async ({ input, caller, request }) => {
    await app.db.transaction().execute(async (trx) => {
      const which = ["id", input.id] as const;
      const [ended] = await endSessions(trx, which, "revoked", app.now(), caller.user_id);
      if (ended === undefined) throw new Refusal("notFound");
      // a device that is somewhere else, perhaps lost, must not come back without the password
      if (ended.credential_id !== null && input.id !== caller.session_id) {
        await revokeCredential(trx, ended.credential_id, app.now());
      }
      const object = { kind: "session", id: input.id };
      const event = { action: "session-end", object, subject_id: caller.user_id } as const;
      await app.audit.record(request, event, trx);
    });
    app.sessionEnds.notify(caller.user_id);
    return {};
  });
}

/** Returns the live sessions of a person, the one used last first. */
async function liveSessions(db: Database, userId: string, now: Date) {
  return db
    .selectFrom("session")
    .select(["id", "client", "device", "ip", "created_at", "last_seen_at"])
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .orderBy("last_seen_at", "desc")
    .orderBy("id")
    .execute();
}
