import type { FastifyInstance, FastifyRequest } from "fastify";
import { passwordFault, type InputOf, type resetPassword } from "#contract";
import { endSignIns } from "../api.ts";
import { badField, Refusal } from "../../http/refusal.ts";
import { accountOf } from "../rules.ts";
import { countFailure } from "../throttle.ts";
import { setPassword } from "../../user/api.ts";
import { spendCode } from "./codes.ts";
import { verifiedCode, WRONG_CODE } from "./verified-code.ts";
import { noteVerified, findByContact } from "./verified-contacts.ts";
import { readReceiver } from "./send.ts";

/**
 * Resets a password by a code to the receiver on file of the account; every session and remembered device of the person
 * ends (SE-11). A right code with an account that has another receiver is answered, and counted, as a wrong code.
 */
export async function resetByCode(
  app: FastifyInstance,
  input: InputOf<typeof resetPassword>,
  request: FastifyRequest,
): Promise<void> {
  const receiver = readReceiver(input.receiver);
  const account = accountOf(input.account);
  const { code, new_password } = input;
  const fault = passwordFault(new_password, account);
  if (fault !== undefined) throw badField("new_password", fault);
  const what = { receiver: receiver.receiver, use: "reset" } as const;
  const tried = { account: `reset:${account}`, address: request.ip };
  await verifiedCode(app, [what], code, tried);
  const [person] = await findByContact(app.db, receiver, account);
  if (person === undefined) {
    await countFailure(app.db, tried, app.now());
    throw wrongCode();
  }
  const password_hash = await app.signIn.passwords.hash(new_password);
  const now = app.now();
  await app.db.transaction().execute(async (trx) => {
    if (!(await spendCode(trx, what, code, now))) throw wrongCode();
    await setPassword(trx, person.id, { password_hash, now });
    await noteVerified(trx, person.id, receiver, now);
    await endSignIns(trx, person.id, now);
    await app.audit.record(
      request,
      {
        action: "password-reset",
        actor: { user_id: person.id },
        subject_id: person.id,
        detail: { by: "code", channel: receiver.channel },
      },
      trx,
    );
  });
  app.sessionEnds.notify(person.id);
}

function wrongCode(): Refusal {
  return new Refusal("badCode", { msg: WRONG_CODE });
}
