import type { FastifyInstance } from "fastify";
import type { InputOf, loginByCode } from "#contract";
import { Refusal } from "../../http/refusal.ts";
import { accountOf } from "../rules.ts";
import type { Visitor } from "../sign-in.ts";
import { completeSignIn, type SignedIn } from "../steps.ts";
import { verifiedCode, WRONG_CODE } from "./verified-code.ts";
import { noteVerified, type ContactOwner, findByContact } from "./verified-contacts.ts";
import { spendCode } from "./codes.ts";
import { readReceiver } from "./send.ts";

/** Signs in the holder of the receiver; the code is used up only when the session is created (SE-04). */
export async function signInByCode(
  app: FastifyInstance,
  input: InputOf<typeof loginByCode>,
  visitor: Visitor,
): Promise<SignedIn> {
  const receiver = readReceiver(input.receiver);
  const { code } = input;
  const what = { receiver: receiver.receiver, use: "login" } as const;
  const tried = { account: `code:${receiver.receiver}`, address: visitor.address };
  await verifiedCode(app, [what], code, tried);
  const account = input.account === undefined ? undefined : accountOf(input.account);
  const person = onlyOf(await findByContact(app.db, receiver, account));
  return completeSignIn(app.signIn, person, visitor, {
    by: "code",
    check: input.check,
    async spend(trx, at) {
      if (!(await spendCode(trx, what, code, at))) throw new Refusal("badCode");
      await noteVerified(trx, person.id, receiver, at);
    },
  });
}

/**
 * Returns the only account of a receiver; refuses with the choice when a phone is shared, which only a person with the
 * code learns.
 */
function onlyOf(owners: readonly ContactOwner[]): ContactOwner {
  const [first, ...others] = owners;
  if (first === undefined) throw new Refusal("badCode", { msg: WRONG_CODE });
  if (others.length === 0) return first;
  throw new Refusal("checkWanted", {
    msg: "这个号码绑定了几个账号，请选择要登录的一个",
    data: { check: "account", accounts: owners.map(({ account, name }) => ({ account, name })) },
  });
}
