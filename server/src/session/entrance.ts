import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AuthData, LoginAnswer } from "#contract";
import { clientKind, selfCaller } from "../http/caller.ts";
import { Refusal } from "../http/refusal.ts";
import { hashSecret } from "../http/secret.ts";
import { setTokenCookie } from "../http/token.ts";
import { enter, type SignInWay } from "./enter.ts";
import type { SignedIn, Visitor } from "./sign-in.ts";

/** How a person is signed in of whom another way than the password has made sure: as the sign-in call does it. */
export interface Entrance {
  /** Opens a session for who sends this request, in the place of the live one, and sets its cookie. */
  admit(
    request: FastifyRequest,
    reply: FastifyReply,
    userId: string,
    options: { proved: boolean; by?: SignInWay },
  ): Promise<LoginAnswer>;
}

declare module "fastify" {
  interface FastifyInstance {
    entrance: Entrance;
  }
}

export function openEntrance(app: FastifyInstance): void {
  app.decorate("entrance", {
    admit: async (request, reply, userId, { proved, by = "other" }) =>
      answerSignIn(app, reply, await enter(app.desk, userId, visitorIn(request), { by, proved })),
  });
}

/** Who signs in: where from, and with what. */
export function visitorIn(request: FastifyRequest): Visitor {
  const { ip, headers } = request;
  return {
    request,
    address: ip,
    client: clientKind(headers["client"]),
    device: headers["user-agent"] ?? "",
  };
}

/** What every way of signing in answers, once the session is open. */
export async function answerSignIn(
  app: FastifyInstance,
  reply: FastifyReply,
  { token, expires_at, user_id, credential, ended, recovery_codes }: SignedIn,
): Promise<LoginAnswer> {
  // here they end at once, elsewhere within a second
  if (ended) app.sessionEnds.tell(user_id);
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
  const caller = selfCaller(record, record.session.client);
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
