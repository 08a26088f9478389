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

/**
 * Whether the person is still enabled and, where it was the password that opened the way, it is still that one. From then
 * on nobody changes either before this transaction is over: who does finds the session that it opens, and ends it.
 */
export async function stillStands(
  trx: Queryable,
  userId: string,
  passwordHash: string | null | undefined,
): Promise<boolean> {
  const found = await trx
    .selectFrom("user")
    .select("id")
    .where("id", "=", userId)
    .where("is_abled", "=", true)
    .$if(passwordHash !== undefined, (query) =>
      query.where("password_hash", "=", passwordHash ?? null),
    )
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

/** Ends the live session of this person and client kind, and opens another; false when somebody else was faster (SE-05). */
export async function replaceSession(trx: Queryable, session: NewSession): Promise<boolean> {
  await trx
    .updateTable("session")
    .set({ ended_at: session.created_at, end_reason: "replaced" })
    .where("user_id", "=", session.user_id)
    .where("client", "=", session.client)
    .where("ended_at", "is", null)
    .execute();
  const opened = await trx
    .insertInto("session")
    .values(session)
    .onConflict((conflict) =>
      conflict.columns(["user_id", "client"]).where("ended_at", "is", null).doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  return opened !== undefined;
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
