import type { Database } from "../database/database.ts";

export interface PersonToSignIn {
  id: string;
  account: string;
  password_hash: string | null;
  birth_date: string | null;
  /** The password was set by somebody else, and only opens the way to one of the person's own (SE-13). */
  must_change_password: boolean;
}

/** An enabled person, as signing in needs to know them. */
export async function findPerson(db: Database, id: string): Promise<PersonToSignIn | undefined> {
  return db
    .selectFrom("user")
    .select(["id", "account", "password_hash", "birth_date", "must_change_password"])
    .where("id", "=", id)
    .where("is_abled", "=", true)
    .executeTakeFirst();
}
