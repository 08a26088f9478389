import type { FastifyInstance } from "fastify";
import type { SelfCaller } from "../session/caller.ts";

/** Signs a person out who asked for it at an app; everything opened in this session is left (LA-03). */
export async function endVisitorSession(
  app: FastifyInstance,
  { session_id, user_id }: Pick<SelfCaller, "session_id" | "user_id">,
): Promise<void> {
  await app.db
    .updateTable("session")
    .set({ ended_at: app.now(), end_reason: "logout" })
    .where("id", "=", session_id)
    .where("ended_at", "is", null)
    .execute();
  app.sessionEnds.tell(user_id);
}
