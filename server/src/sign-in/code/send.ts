import type { FastifyInstance, FastifyRequest } from "fastify";
import { CODE_SECONDS, type CodeUse, type InputOf, receiverOf, type sendCode } from "#contract";
import { admit } from "../../http/admission.ts";
import type { SelfCaller } from "../../session/caller.ts";
import { badField } from "../../http/refusal.ts";
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
import { findByContact, type Receiver } from "./verified-contacts.ts";

/**
 * Answers before it is known whether anybody has the receiver: everything that depends on it happens in the background,
 * so that neither text nor time of the answer tells (SE-09).
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

/** Returns a typed number or address in its stored form; refuses what is neither. */
export function readReceiver(typed: string): Receiver {
  const receiver = receiverOf(typed);
  if (receiver !== undefined) return receiver;
  throw badField("receiver", "请输入 11 位手机号，或正确的邮箱");
}

/**
 * Returns the signed-in person who binds a receiver: only for such a person is a code sent to a number that nobody here
 * has.
 */
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

/** Makes and stores a code, also for a receiver that nobody has: a wrong guess at it must take the same time. */
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
    const owners = user_id === undefined ? await findByContact(trx, receiver) : [];
    const what = { receiver: receiver.receiver, use, user_id };
    const expires_at = await keepCode(trx, what, code, now);
    const whom = user_id ?? (owners.length === 1 ? owners[0]?.id : undefined);
    if (user_id === undefined && owners.length === 0) return undefined;
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
