import type { Queryable } from "../database/database.ts";

/** Removes that a person opened an app. */
export async function forgetUse(db: Queryable, app_id: string, user_id: string): Promise<void> {
  await db
    .deleteFrom("app_use")
    .where("app_id", "=", app_id)
    .where("user_id", "=", user_id)
    .execute();
}
