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
