import type { FastifyInstance } from "fastify";
import type { editUser, InputOf } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { SelfCaller } from "../http/caller.ts";
import { Refusal } from "../http/refusal.ts";

type Edit = InputOf<typeof editUser>;

/** What only the person may change, and not whoever sits at an open page. */
const GUARDED = ["mobile", "email", "password"] as const;

/** Makes sure that who changes a contact or the password knows the present one (ID-09). */
export async function provePerson(
  app: FastifyInstance,
  { account }: SelfCaller,
  edit: Edit,
  address: string,
): Promise<void> {
  if (GUARDED.every((field) => edit[field] === undefined)) return;
  const { old_password: old, password } = edit;
  if (old === undefined) throw wrong("old_password", "请输入当前密码");
  if (password === old) throw wrong("password", "新密码不能与当前密码相同");
  if (password?.toLowerCase() === account) throw wrong("password", "新密码不能与账号相同");
  try {
    await app.passwords.prove({ account, address }, old);
  } catch (error) {
    if (!(error instanceof Refusal) || error.refusal !== "wrongPassword") throw error;
    throw new Refusal("wrongPassword", { msg: "当前密码不正确", cause: error });
  }
}

/** A password that may be known to others must open nothing any more: every other session and remembered device ends. */
export async function endOtherSignIns(
  trx: Queryable,
  { user_id, session_id }: SelfCaller,
  now: Date,
): Promise<void> {
  await trx
    .updateTable("session")
    .set({ ended_at: now, end_reason: "revoked" })
    .where("user_id", "=", user_id)
    .where("id", "!=", session_id)
    .where("ended_at", "is", null)
    .execute();
  await trx
    .updateTable("device_credential")
    .set({ revoked_at: now })
    .where("user_id", "=", user_id)
    .where("revoked_at", "is", null)
    .execute();
}

function wrong(path: string, message: string): Refusal {
  return new Refusal("badInput", { msg: message, data: { errors: [{ path, message }] } });
}
