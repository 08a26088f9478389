import type { FastifyInstance } from "fastify";
import { type editUser, type InputOf, passwordFault, receiverOf } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { SelfCaller } from "../session/caller.ts";
import { freshProof, proveByPassword } from "../session/fresh-proof.ts";
import { badField, Refusal } from "../http/refusal.ts";
import { findCode, useCode } from "../sign-in/api.ts";

type Edit = InputOf<typeof editUser>;
/** Work for the transaction that writes the edit. */
type Within = (trx: Queryable, at: Date) => Promise<void>;

/** Fields whose change needs a proof that it is the person, not somebody else at an open page. */
const GUARDED = ["mobile", "email", "password"] as const;

/**
 * Checks that the person changes a contact or the password (ID-09): by the present password, or by a code. A code to a
 * new contact proves only that somebody holds it, so the session must also have a recent proof of the person.
 */
export async function provePerson(
  app: FastifyInstance,
  caller: SelfCaller,
  edit: Edit,
  address: string,
): Promise<Within | undefined> {
  if (GUARDED.every((field) => edit[field] === undefined)) return undefined;
  const { old_password: old, password, code } = edit;
  const { account } = caller;
  if (old === undefined && code === undefined) throw oldWanted();
  if (password !== undefined && password === old) {
    throw badField("password", "新密码不能与当前密码相同");
  }
  const fault = password === undefined ? undefined : passwordFault(password, account);
  if (fault !== undefined) throw badField("password", fault);
  if (old !== undefined) {
    await proveByPassword(app, { account, address }, old, "当前密码不正确");
  }
  if (code === undefined) return undefined;
  const [first, ...others] = contactsIn(edit);
  if (others.length > 0) throw badField("code", "请分别修改手机号和邮箱");
  if (first === undefined) {
    if (old !== undefined) return undefined;
    if (password === undefined || edit.mobile === "" || edit.email === "") throw oldWanted();
  } else if (old === undefined) await requireFresh(app, caller, edit);
  const could = first === undefined ? ownReceivers(caller) : [first];
  const use = first === undefined ? "reset" : "bind";
  const user_id = first === undefined ? undefined : caller.user_id;
  const heard = await findCode(
    app,
    could.map((receiver) => ({ receiver, use, user_id })),
    code,
    address,
  );
  return (trx, at) => useCode(trx, heard, code, at);
}

/** Returns the new contacts, without those that are removed. */
function contactsIn({ mobile, email }: Edit): string[] {
  return [mobile, email].flatMap((typed) => receiverOf(typed ?? "")?.receiver ?? []);
}

function ownReceivers({ person }: SelfCaller): string[] {
  return [person.mobile, person.email].flatMap((kept) => receiverOf(kept ?? "")?.receiver ?? []);
}

async function requireFresh(
  app: FastifyInstance,
  caller: SelfCaller,
  { password }: Edit,
): Promise<void> {
  if (password !== undefined || (await freshProof(app, caller)) === undefined) throw oldWanted();
}

function oldWanted(): Refusal {
  return badField("old_password", "请输入当前密码");
}
