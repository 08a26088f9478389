import type { Queryable } from "../database/database.ts";
import { endSessionsOf } from "../session/session-ends.ts";

/**
 * Ends every session, forgets every remembered device and takes back every QR code that a person has confirmed: a password
 * that may be known to others must open nothing any more (SE-11). `but` is a session that stays. Tell `app.sessionEnds`
 * when it has been committed.
 */
export async function endSignIns(
  trx: Queryable,
  userId: string,
  now: Date,
  but?: string,
): Promise<void> {
  await endSessionsOf(trx, userId, now, { id: but });
  await trx
    .updateTable("device_credential")
    .set({ revoked_at: now })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .execute();
  await trx
    .updateTable("qr_code")
    .set({ status: "refused" })
    .where("user_id", "=", userId)
    .where("status", "in", ["scanned", "confirmed"])
    .execute();
}
