import type { FastifyInstance } from "fastify";
import type { SelfCaller } from "../session/caller.ts";
import { endSessions } from "../session/session-ends.ts";

/** Signs a person out who asked for it at an app, and leaves every app opened in this session (LA-03). */
export async function endVisitorSession(
  app: FastifyInstance,
  { session_id, user_id }: Pick<SelfCaller, "session_id" | "user_id">,
): Promise<void> {
  await endSessions(app.db, ["id", session_id], "logout", app.now());
  app.sessionEnds.notify(user_id);
}
