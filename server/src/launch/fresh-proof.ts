import type { FastifyInstance } from "fastify";
import { PROOF_FRESH_SECONDS } from "#contract";
import type { SelfCaller } from "../http/caller.ts";
import { Refusal } from "../http/refusal.ts";
import { readProof, writeProof } from "./queries.ts";

/** When the session last saw the person's password, if that was less than `PROOF_FRESH_SECONDS` ago. */
export async function freshProof(
  app: FastifyInstance,
  { session_id }: Pick<SelfCaller, "session_id">,
): Promise<Date | undefined> {
  const proved = await readProof(app.db, session_id);
  const since = app.now().getTime() - PROOF_FRESH_SECONDS * 1000;
  return proved !== null && proved.getTime() > since ? proved : undefined;
}

/** Takes the password again, slowed down as sign-in is; refuses with `wrongPassword` or `tooMany`. */
export async function proveAgain(
  app: FastifyInstance,
  { account, session_id }: Pick<SelfCaller, "account" | "session_id">,
  password: string,
  address: string,
): Promise<Date> {
  await app.passwords.prove({ account, address }, password);
  const at = app.now();
  await writeProof(app.db, session_id, at);
  return at;
}

/** Lets through who has just proved who it is, or does so with this call (`step_up`). */
export async function wantFreshProof(
  app: FastifyInstance,
  caller: SelfCaller,
  password: string | undefined,
  address: string,
): Promise<void> {
  if ((await freshProof(app, caller)) !== undefined) return;
  if (password === undefined) {
    throw new Refusal("checkWanted", {
      msg: "打开这个应用需要再次输入密码",
      data: { check: "password" },
    });
  }
  await proveAgain(app, caller, password, address);
}
