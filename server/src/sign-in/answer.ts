import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AuthData, LoginAnswer } from "#contract";
import { separationOf } from "../rights/duties.ts";
import { clientKind, selfCaller } from "../session/caller.ts";
import { Refusal } from "../http/refusal.ts";
import { hashSecret } from "../platform/secret.ts";
import { setTokenCookie } from "../http/token.ts";
import type { Visitor } from "./sign-in.ts";
import type { SignedIn } from "./steps.ts";

/** Returns the client that signs in, from its request. */
export function visitorIn(request: FastifyRequest): Visitor {
  const { ip, headers } = request;
  return {
    request,
    address: ip,
    client: clientKind(headers["client"]),
    device: headers["user-agent"] ?? "",
  };
}

/** Answers a sign-in, finished or refused, and sets the cookie. */
export async function answerSignIn(
  app: FastifyInstance,
  reply: FastifyReply,
  { token, expires_at, user_id, credential, endedOthers, recovery_codes }: SignedIn,
): Promise<LoginAnswer> {
  // here they end at once, elsewhere within a second
  if (endedOthers) app.sessionEnds.notify(user_id);
  const auth_data = await authData(app, token, expires_at);
  setTokenCookie(reply, token);
  return {
    token,
    auth_data,
    ...(credential !== undefined && { credential }),
    ...(recovery_codes !== undefined && { recovery_codes }),
  };
}

async function authData(app: FastifyInstance, token: string, expires: Date): Promise<AuthData> {
  const hash = hashSecret(token);
  const record = app.sessions.recall(hash) ?? (await app.sessions.read(hash));
  if (record === undefined) throw new Refusal("notReady", { retryAfter: 1 });
  const caller = selfCaller(record, record.session.client, undefined, separationOf(app));
  const { user_id, account, name, identity, session_id } = caller;
  return {
    user_id,
    account,
    name,
    identity,
    session_id,
    expires_at: expires.toISOString(),
    permissions: [...caller.permissions],
  };
}
