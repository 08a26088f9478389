import type { Channel } from "#contract";
import type { Queryable } from "../../database/database.ts";
import { hashSecret } from "../../platform/secret.ts";
import type { Receiver } from "./delivery-target.ts";

/** A code to this receiver came back from its person: it is verified from now on, for as long as it stands on file (ID-09). */
export async function noteVerified(
  trx: Queryable,
  userId: string,
  { channel, receiver }: Receiver,
  now: Date,
): Promise<void> {
  const held = { receiver_key: hashSecret(receiver), held_at: now };
  await trx
    .insertInto("held_contact")
    .values({ user_id: userId, channel, ...held })
    .onConflict((conflict) => conflict.columns(["user_id", "channel"]).doUpdateSet(held))
    .execute();
}

/** Whether the person was reached at this receiver, which is the one on file. */
export async function verifiedChannels(
  db: Queryable,
  userId: string,
  onFile: readonly Receiver[],
): Promise<Channel[]> {
  const rows = await db
    .selectFrom("held_contact")
    .select(["channel", "receiver_key"])
    .where("user_id", "=", userId)
    .execute();
  return onFile
    .filter(({ channel, receiver }) =>
      rows.some((row) => row.channel === channel && row.receiver_key === hashSecret(receiver)),
    )
    .map(({ channel }) => channel);
}
