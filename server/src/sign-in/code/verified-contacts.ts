import { sql } from "kysely";
import type { Channel } from "#contract";
import type { Queryable } from "../../database/database.ts";
import { hashSecret } from "../../platform/secret.ts";
import type { PersonToSignIn } from "../sign-in.ts";

/**
 * Stores that the person has verified this receiver by a code; it holds as long as the receiver stays on file (ID-09).
 */
export async function noteVerified(
  trx: Queryable,
  userId: string,
  { channel, receiver }: Receiver,
  now: Date,
): Promise<void> {
  const verified = { receiver_key: hashSecret(receiver), verified_at: now };
  await trx
    .insertInto("verified_contact")
    .values({ user_id: userId, channel, ...verified })
    .onConflict((conflict) => conflict.columns(["user_id", "channel"]).doUpdateSet(verified))
    .execute();
}

/** Returns the channels whose receiver on file the person has verified by a code (ID-09). */
export async function verifiedChannels(
  db: Queryable,
  userId: string,
  onFile: readonly Receiver[],
): Promise<Channel[]> {
  const rows = await db
    .selectFrom("verified_contact")
    .select(["channel", "receiver_key"])
    .where("user_id", "=", userId)
    .execute();
  return onFile
    .filter(({ channel, receiver }) =>
      rows.some((row) => row.channel === channel && row.receiver_key === hashSecret(receiver)),
    )
    .map(({ channel }) => channel);
}

export interface ContactOwner extends PersonToSignIn {
  name: string;
}

export interface Receiver {
  channel: Channel;
  receiver: string;
}

/** The most accounts shown to choose from; further ones are found by their account alone. */
const MAX_OWNERS = 20;

/** Returns the people at this number or address: several on a family's phone, perhaps none. `account` limits them to one. */
export async function findByContact(
  db: Queryable,
  { channel, receiver }: Receiver,
  account?: string,
): Promise<ContactOwner[]> {
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
    .limit(MAX_OWNERS)
    .execute();
}
