import type { Database, Queryable } from "../database/database.ts";
import type { SessionTable } from "../database/tables/session.ts";

export interface PersonToSignIn {
  id: string;
  account: string;
  password_hash: string | null;
  birth_date: string | null;
  /** The password was set by somebody else, and only opens the way to one of the person's own (SE-11). */
  temporary_until: Date | null;
}

export interface NewSession {
  id: string;
  token_hash: string;
  user_id: string;
  client: SessionTable["client"];
  device: string;
  ip: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  /** Null unless it was opened by the password itself. */
  proved_at: Date | null;
}

/** Ends the session of a token; answers it, if it was still live. */
export async function endSession(
  db: Queryable,
  tokenHash: string,
  now: Date,
): Promise<{ id: string; user_id: string } | undefined> {
  return db
    .updateTable("session")
    .set({ ended_at: now, end_reason: "logout" })
    .where("token_hash", "=", tokenHash)
    .where("ended_at", "is", null)
    .returning(["id", "user_id"])
    .executeTakeFirst();
}

/** An enabled person, as signing in needs to know them. */
export async function findPerson(db: Database, id: string): Promise<PersonToSignIn | undefined> {
  return db
    .selectFrom("user")
    .select(["id", "account", "password_hash", "birth_date", "temporary_until"])
    .where("id", "=", id)
    .where("is_abled", "=", true)
    .executeTakeFirst();
}
