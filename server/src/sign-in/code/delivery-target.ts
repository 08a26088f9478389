import { sql } from "kysely";
import type { Channel } from "#contract";
import type { Queryable } from "../../database/database.ts";
import type { PersonToSignIn } from "../person.ts";

export interface Reached extends PersonToSignIn {
  name: string;
}

export interface Receiver {
  channel: Channel;
  receiver: string;
}

/** So many are shown to choose from; further ones are reached by their account alone. */
const REACHED_AT_MOST = 20;

/** Who is reached at this number or address: several on a family's phone, none at a receiver that nobody here has. `account`: only that one of them. */
export async function reachedAt(
  db: Queryable,
  { channel, receiver }: Receiver,
  account?: string,
): Promise<Reached[]> {
  return db
    .selectFrom("user")
    .select(["id", "account", "name", "password_hash", "birth_date", "must_change_password"])
    .where("is_abled", "=", true)
    .where(
      channel === "mobile"
        ? sql<boolean>`mobile = ${receiver}`
        : sql<boolean>`lower(email) = ${receiver}`,
    )
    .$if(account !== undefined, (only) => only.where("account", "=", account ?? ""))
    .orderBy("account")
    .limit(REACHED_AT_MOST)
    .execute();
}
