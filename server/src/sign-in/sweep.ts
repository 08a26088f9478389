import type { Database } from "../database/database.ts";
import { sweepQrCodes } from "./qr/codes.ts";
import { dropSpent } from "./proof/spent.ts";

/** How often `sweep` runs. */
export const SWEEP_EVERY_MS = 3_600_000;
const MS_PER_DAY = 86_400_000;
const KEEP_FAILURES_DAYS = 1;
const KEEP_DEAD_CREDENTIALS_DAYS = 30;

/** Deletes counts of wrong passwords, spent checks and credentials that no longer mean anything. */
export async function sweep(db: Database, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * MS_PER_DAY);
  await db
    .deleteFrom("login_throttle")
    .where("last_failure_at", "<", ago(KEEP_FAILURES_DAYS))
    .execute();
  await dropSpent(db, now);
  await sweepQrCodes(db, now);
  await db
    .deleteFrom("device_credential")
    .where((row) =>
      row.or([
        row("expires_at", "<", ago(KEEP_DEAD_CREDENTIALS_DAYS)),
        row("revoked_at", "<", ago(KEEP_DEAD_CREDENTIALS_DAYS)),
      ]),
    )
    .execute();
}
