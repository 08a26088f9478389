import type { Database } from "../database/database.ts";
import { recordOperator } from "../audit/audit-entry.ts";
import { endSignIns } from "../session/end-sign-ins.ts";
import { AdminRefused } from "./people.ts";

/** Takes every second factor from a person who has lost them all; every session and remembered device ends (SE-10). */
export async function resetFactor(db: Database, account: string, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const person = await trx
      .selectFrom("user")
      .select("id")
      .where("account", "=", account)
      .forUpdate()
      .executeTakeFirst();
    if (person === undefined) throw new AdminRefused(`没有账号“${account}”。`);
    for (const table of ["totp", "passkey", "recovery_code"] as const) {
      await trx.deleteFrom(table).where("user_id", "=", person.id).execute();
    }
    await endSignIns(trx, person.id, now);
    await recordOperator(trx, { action: "second-factor-reset", subject_id: person.id }, now);
  });
}
