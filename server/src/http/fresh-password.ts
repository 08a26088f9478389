import type { FastifyInstance, FastifyRequest } from "fastify";
import { PROOF_FRESH_SECONDS } from "#contract";
import type { SelfCaller } from "./caller.ts";
import { Refusal } from "./refusal.ts";

/**
 * A page left open in a classroom must not do it: the session has seen the caller's password lately, or sees it now.
 * Refused with 40004 and `data.check` = `password` where neither is so.
 */
export async function wantFreshPassword(
  app: FastifyInstance,
  { account, session_id }: Pick<SelfCaller, "account" | "session_id">,
  password: string | undefined,
  { ip: address }: FastifyRequest,
): Promise<void> {
  if (password !== undefined) {
    await app.passwords.prove({ account, address }, password);
    await app.db
      .updateTable("session")
      .set({ proved_at: app.now() })
      .where("id", "=", session_id)
      .execute();
    return;
  }
  const fresh = await app.db
    .selectFrom("session")
    .select("id")
    .where("id", "=", session_id)
    .where("proved_at", ">", new Date(app.now().getTime() - PROOF_FRESH_SECONDS * 1000))
    .executeTakeFirst();
  if (fresh !== undefined) return;
  throw new Refusal("checkWanted", {
    msg: "请输入你自己的登录密码",
    data: { check: "password" },
  });
}
