import type { Database, Queryable } from "../database/database.ts";

/** The sessions in which a person is signed in now, the one used last first. */
export async function liveSessions(db: Database, userId: string, now: Date) {
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

/** Ends one live session of this person; answers the remembered device that it came of. Undefined when there is none of that id. */
export async function revokeSession(
  db: Queryable,
  userId: string,
  id: string,
  now: Date,
): Promise<{ credential_id: string | null } | undefined> {
  return db
    .updateTable("session")
    .set({ ended_at: now, end_reason: "revoked" })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .returning("credential_id")
    .executeTakeFirst();
}
