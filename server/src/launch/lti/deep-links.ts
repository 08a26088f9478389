import type { Queryable } from "../../database/database.ts";
import { hashSecret, newSecret } from "../../platform/secret.ts";

/** The path to which a tool sends a person back with the chosen content. */
export const DEEP_LINK_PATH = "/lti/deep-links";
/** Milliseconds within which the choice must be made. */
const CHOOSE_WITHIN_MS = 60 * 60_000;

/** The person who chooses content, and the class it is for. */
export interface DeepLink {
  app_id: string;
  user_id: string;
  session_id: string;
  school_id: string;
  context_id: string;
}

/** Begins a choice; returns the data that the tool must send back. Only its hash is kept. */
export async function beginDeepLink(db: Queryable, link: DeepLink, now: Date): Promise<string> {
  const data = newSecret();
  await db
    .insertInto("lti_deep_link")
    .values({
      data_hash: hashSecret(data),
      ...link,
      expires_at: new Date(now.getTime() + CHOOSE_WITHIN_MS),
      used_at: null,
    })
    .execute();
  return data;
}

/** Ends a choice, once; undefined when it is another tool's, used or expired, or its session has ended. */
export async function finishDeepLink(
  db: Queryable,
  app_id: string,
  data: string,
  now: Date,
): Promise<DeepLink | undefined> {
  return db
    .updateTable("lti_deep_link as d")
    .from("session as s")
    .set({ used_at: now })
    .where("d.data_hash", "=", hashSecret(data))
    .where("d.app_id", "=", app_id)
    .where("d.used_at", "is", null)
    .where("d.expires_at", ">", now)
    .whereRef("s.id", "=", "d.session_id")
    .where("s.ended_at", "is", null)
    .where("s.expires_at", ">", now)
    .returning(["d.app_id", "d.user_id", "d.session_id", "d.school_id", "d.context_id"])
    .executeTakeFirst();
}
