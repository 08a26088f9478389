import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { type Channel, type LoginAnswer, receiverOf, type RefusalName } from "#contract";
import { Refusal } from "../http/refusal.ts";
import type { Person } from "../session/session-record.ts";
import type { Queryable } from "../database/database.ts";
import { networkOf } from "../platform/networks.ts";
import { hashSecret } from "../platform/secret.ts";
import { endSessionsOf } from "../session/session-ends.ts";
import { answerSignIn, visitorIn } from "./answer.ts";
import { type CodeFor, spendCode } from "./code/codes.ts";
import { readReceiver } from "./code/send.ts";
import { verifiedCode, WRONG_CODE } from "./code/verified-code.ts";
import { noteVerified, verifiedChannels } from "./code/verified-contacts.ts";
import { createSession, type SignInWay } from "./create-session.ts";
import { countUnder, refuseEarly } from "./rate-limit.ts";
import type { Limit } from "./rules.ts";

/**
 * Ends every session, remembered device and confirmed QR code of a person: a password that may be known to others must
 * open nothing any more (SE-11). `but` is a session that stays. Notify `app.sessionEnds` once it has been committed.
 */
export async function endSignIns(
  trx: Queryable,
  userId: string,
  now: Date,
  but?: string,
): Promise<void> {
  await endSessionsOf(trx, [userId], now, { id: but });
  await takeBackWays(trx, [userId], now);
}

/** Ends every session, remembered device and confirmed QR code of many people; returns those who were signed in. */
export async function endSignInsOfAll(
  trx: Queryable,
  userIds: readonly string[],
  now: Date,
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const signedIn = await endSessionsOf(trx, userIds, now);
  await takeBackWays(trx, userIds, now);
  return signedIn;
}

/** Removes every second factor of a person; false where there was none. */
export async function removeFactors(trx: Queryable, userId: string): Promise<boolean> {
  let removed = 0n;
  for (const table of ["totp", "passkey", "recovery_code"] as const) {
    const { numDeletedRows } = await trx
      .deleteFrom(table)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    removed += numDeletedRows;
  }
  return removed > 0n;
}

async function takeBackWays(trx: Queryable, userIds: readonly string[], now: Date): Promise<void> {
  const theirs = sql<boolean>`user_id = any (${[...userIds]}::text[])`;
  await trx
    .updateTable("device_credential")
    .set({ revoked_at: now })
    .where(theirs)
    .where("revoked_at", "is", null)
    .execute();
  await trx
    .updateTable("qr_code")
    .set({ status: "refused" })
    .where(theirs)
    .where("status", "in", ["scanned", "confirmed"])
    .execute();
}

/** Creates a session for a person whom another way than the sign-in calls has identified, and answers as they do. */
export async function signInPerson(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
  { proved, by = "other" }: { proved: boolean; by?: SignInWay },
): Promise<LoginAnswer> {
  const created = await createSession(app.signIn, userId, visitorIn(request), { by, proved });
  return answerSignIn(app, reply, created);
}

/**
 * Returns which of these claims the code proves; refuses with `badCode` or `tooMany`. The code stays valid until it is
 * spent.
 */
export function findCode(
  app: FastifyInstance,
  could: readonly CodeFor[],
  code: string,
  address: string,
): Promise<CodeFor> {
  const [first] = could;
  if (first === undefined) throw new Refusal("badCode", { msg: WRONG_CODE });
  const account = `${first.use}:${first.user_id ?? first.receiver}`;
  return verifiedCode(app, could, code, { account, address });
}

/**
 * Uses a code up in the caller's transaction, which verifies a new contact; refuses a code that another request has
 * just used.
 */
export async function useCode(trx: Queryable, what: CodeFor, code: string, now: Date) {
  if (!(await spendCode(trx, what, code, now))) throw new Refusal("badCode", { msg: WRONG_CODE });
  if (what.use !== "bind" || what.user_id === undefined) return;
  await noteVerified(trx, what.user_id, readReceiver(what.receiver), now);
}

/** Returns the channels whose contact on file the person has verified by a code. */
export function verifiedContacts(
  db: Queryable,
  userId: string,
  { mobile, email }: Pick<Person, "mobile" | "email">,
): Promise<Channel[]> {
  const onFile = [mobile, email].map((one) => receiverOf(one ?? ""));
  return verifiedChannels(
    db,
    userId,
    onFile.filter((one) => one !== undefined),
  );
}

/** Returns the receiver of a contact on file if it is the one that was verified, by the key of that. */
export function verifiedReceiver(onFile: string, receiver_key: string): string | undefined {
  const receiver = receiverOf(onFile)?.receiver;
  return receiver !== undefined && hashSecret(receiver) === receiver_key ? receiver : undefined;
}

/** The limit of attempts from one network: a class that registers together sits behind one address, and mistypes. */
const ATTEMPT_LIMIT: Limit = { free: 30, forgetSeconds: 10, maxWaitSeconds: 20 };

/** Limits the rate of attempts at codes that are short enough to be read aloud (SE-12), by network; `wrong` refuses a wrong one. */
export async function limitAttempts<T>(
  app: FastifyInstance,
  { ip }: FastifyRequest,
  what: string,
  work: () => Promise<T>,
  wrong: RefusalName = "badCode",
): Promise<T> {
  const key = `guess:${what}:${networkOf(ip)}`;
  await refuseEarly(app.db, key, ATTEMPT_LIMIT, app.now());
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.refusal === wrong) {
      await countUnder(app.db, key, ATTEMPT_LIMIT, app.now());
    }
    throw error;
  }
}
