import type { FastifyInstance, FastifyRequest } from "fastify";
import { PROOF_FRESH_SECONDS, type FactorProof } from "#contract";
import type { SelfCaller } from "../http/caller.ts";
import { Refusal } from "../http/refusal.ts";
import { readProof, writeProof } from "./queries.ts";

/** What shows again who one is: the password, or the second factor of who has one. */
export interface GivenProof {
  password?: string | undefined;
  check?: FactorProof | undefined;
}

/** When the session last saw the person's password or second factor, if that was less than `PROOF_FRESH_SECONDS` ago. */
export async function freshProof(
  app: FastifyInstance,
  { session_id }: Pick<SelfCaller, "session_id">,
): Promise<Date | undefined> {
  const proved = await readProof(app.db, session_id);
  const since = app.now().getTime() - PROOF_FRESH_SECONDS * 1000;
  return proved !== null && proved.getTime() > since ? proved : undefined;
}

/** Takes a proof anew, slowed down as sign-in is; false when none is given. Refuses a wrong one, and one before its time. */
export async function proveAgain(
  app: FastifyInstance,
  { account, user_id, session_id }: Pick<SelfCaller, "account" | "user_id" | "session_id">,
  { password, check = {} }: GivenProof,
  request: FastifyRequest,
): Promise<boolean> {
  if (!(await app.secondFactors.prove(user_id, check, request))) {
    if (password === undefined) return false;
    await app.passwords.prove({ account, address: request.ip }, password);
  }
  const at = app.now();
  await writeProof(app.db, session_id, at);
  return true;
}

/** Lets through who has just proved who it is, or does so with this call (`step_up`). */
export async function wantFreshProof(
  app: FastifyInstance,
  caller: SelfCaller,
  given: GivenProof,
  request: FastifyRequest,
): Promise<void> {
  if ((await freshProof(app, caller)) !== undefined) return;
  if (await proveAgain(app, caller, given, request)) return;
  const factor = await app.secondFactors.wanted(caller.user_id, request);
  throw new Refusal("checkWanted", {
    msg: "打开这个应用需要再次确认是你本人",
    data: { ...factor, check: "password" },
  });
}
