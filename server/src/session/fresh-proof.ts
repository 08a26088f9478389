import type { FastifyInstance, FastifyRequest } from "fastify";
import { type OwnProof, PROOF_FRESH_SECONDS } from "#contract";
import type { Database } from "../database/database.ts";
import { Refusal } from "../http/refusal.ts";
import type { SelfCaller } from "./caller.ts";

/**
 * Returns when the person last gave a password or second factor in the session, if less than `PROOF_FRESH_SECONDS` ago.
 */
export async function freshProof(
  app: Pick<FastifyInstance, "db" | "now">,
  { session_id }: Pick<SelfCaller, "session_id">,
): Promise<Date | undefined> {
  const proved = await readProof(app.db, session_id);
  if (proved === null) return undefined;
  // from far in the future: it was given before the clock was put back
  const age = Math.abs(app.now().getTime() - proved.getTime());
  return age < PROOF_FRESH_SECONDS * 1000 ? proved : undefined;
}

/** Returns when the person last gave a password or second factor in the session. */
export async function readProof(db: Database, sessionId: string): Promise<Date | null> {
  const row = await db
    .selectFrom("session")
    .select("proved_at")
    .where("id", "=", sessionId)
    .executeTakeFirst();
  return row?.proved_at ?? null;
}

/**
 * Checks a new proof, rate-limited as sign-in is; false when none is given. Refuses a wrong one, and one before its
 * time.
 */
export async function proveAgain(
  app: FastifyInstance,
  { account, user_id, session_id }: Pick<SelfCaller, "account" | "user_id" | "session_id">,
  { password, check = {} }: OwnProof,
  request: FastifyRequest,
): Promise<boolean> {
  if (!(await app.signIn.secondFactors.prove(user_id, check, request))) {
    if (password === undefined) return false;
    await proveByPassword(app, { account, address: request.ip }, password);
  }
  await writeProof(app.db, session_id, app.now());
  return true;
}

/**
 * Demands a fresh proof, since anybody could use a page left open in a classroom: passes when the person has just given
 * one, or gives one with this call. Otherwise refuses with 40004, `data.check` = `password`, and the person's second
 * factors.
 */
export async function requireFreshProof(
  app: FastifyInstance,
  caller: SelfCaller,
  given: OwnProof,
  request: FastifyRequest,
): Promise<void> {
  if ((await freshProof(app, caller)) !== undefined) return;
  if (await proveAgain(app, caller, given, request)) return;
  const factor = await app.signIn.secondFactors.wanted(caller.user_id, request);
  throw new Refusal("checkWanted", {
    msg: "需要再次确认是本人",
    data: { ...factor, check: "password" },
  });
}

/** Checks the caller's own password. The person is signed in, so a refusal does not speak of the account. */
export async function proveByPassword(
  app: Pick<FastifyInstance, "signIn">,
  tried: { account: string; address: string },
  password: string,
  msg = "登录密码不正确",
): Promise<void> {
  try {
    await app.signIn.passwords.prove(tried, password);
  } catch (error) {
    if (!(error instanceof Refusal) || error.refusal !== "wrongPassword") throw error;
    throw new Refusal("wrongPassword", { msg, cause: error });
  }
}

async function writeProof(db: Database, sessionId: string, at: Date): Promise<void> {
  await db
    .updateTable("session")
    .set({ proved_at: at })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .execute();
}
