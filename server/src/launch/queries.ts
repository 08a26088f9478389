import type { Queryable } from "../database/database.ts";

/** Sessions that ended since then with apps still open in them, of one person or of everyone; at most so many. */
export async function readEndedSessions(
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

/** When the session last saw the person's password. */
export async function readProof(db: Queryable, sessionId: string): Promise<Date | null> {
  const row = await db
    .selectFrom("session")
    .select("proved_at")
    .where("id", "=", sessionId)
    .executeTakeFirst();
  return row?.proved_at ?? null;
}

export async function writeProof(db: Queryable, sessionId: string, at: Date): Promise<void> {
  await db
    .updateTable("session")
    .set({ proved_at: at })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .execute();
}
