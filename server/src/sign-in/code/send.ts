import type { FastifyInstance, FastifyRequest } from "fastify";
import { CODE_SECONDS, type CodeUse, type InputOf, receiverOf, type sendCode } from "#contract";
import { admit } from "../../http/admission.ts";
import type { SelfCaller } from "../../session/caller.ts";
import { Refusal } from "../../http/refusal.ts";
import { keepCode, newCode } from "./codes.ts";
import {
  isSuspect,
  NETWORK_LIMIT,
  networkKey,
  PERSON_LIMIT,
  personKey,
  RECEIVER_LIMIT,
  receiverKey,
  takeTurn,
} from "./limits.ts";
import { reachedAt, type Receiver } from "./verified-contacts.ts";

/**
 * Answers before it is known whether anybody is reached there: all that depends on it happens behind the answer, so that
 * neither its text nor its time tells.
 */
export async function askForCode(
  app: FastifyInstance,
  input: InputOf<typeof sendCode>,
  request: FastifyRequest,
): Promise<{ expires_in: number }> {
  const receiver = readReceiver(input.receiver);
  const user_id = input.use === "bind" ? await whoBinds(app, request) : undefined;
  await takeTurns(app, input, receiver.receiver, user_id, request.ip);
  app.background.run("a code was not made", () =>
    makeCode(app, request, receiver, input.use, user_id),
  );
  return { expires_in: CODE_SECONDS };
}

/** The number or address as it is kept; refuses what is neither. */
export function readReceiver(typed: string): Receiver {
  const receiver = receiverOf(typed);
  if (receiver !== undefined) return receiver;
  const message = "请输入 11 位手机号，或正确的邮箱";
  throw new Refusal("badInput", {
    msg: message,
    data: { errors: [{ path: "receiver", message }] },
  });
}

/** A number that nobody here has gets a code only for somebody who is signed in. */
async function whoBinds(app: FastifyInstance, request: FastifyRequest): Promise<string> {
  const caller = (await admit(app, request, "self")) as SelfCaller;
  return caller.user_id;
}

async function takeTurns(
  app: FastifyInstance,
  { check }: InputOf<typeof sendCode>,
  receiver: string,
  userId: string | undefined,
  address: string,
): Promise<void> {
  const { db } = app;
  const now = app.now();
  if (await isSuspect(db, address, now)) {
    const subject = { use: "code", account: receiver, address };
    await app.signIn.proofOfWork.demand(subject, check?.proof_of_work);
  }
  await takeTurn(db, networkKey(address), NETWORK_LIMIT, now);
  if (userId !== undefined) await takeTurn(db, personKey(userId), PERSON_LIMIT, now);
  await takeTurn(db, receiverKey(receiver), RECEIVER_LIMIT, now);
}

/** A code is kept for a receiver that nobody has, too: a wrong guess at it must cost the same time. */
async function makeCode(
  app: FastifyInstance,
  request: FastifyRequest,
  receiver: Receiver,
  use: CodeUse,
  user_id: string | undefined,
): Promise<void> {
  const now = app.now();
  const code = newCode();
  const send = await app.db.transaction().execute(async (trx) => {
    const reached = user_id === undefined ? await reachedAt(trx, receiver) : [];
    const what = { receiver: receiver.receiver, use, user_id };
    const expires_at = await keepCode(trx, what, code, now);
    const whom = user_id ?? (reached.length === 1 ? reached[0]?.id : undefined);
    if (user_id === undefined && reached.length === 0) return undefined;
    const { channel } = receiver;
    await app.audit.record(
      request,
      { action: "code-send", subject_id: whom, detail: { use, channel } },
      trx,
    );
    return app.delivery.put(trx, { ...receiver, use, code, expires_at });
  });
  await send?.();
}
