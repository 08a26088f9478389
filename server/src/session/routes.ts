import type { FastifyInstance } from "fastify";
import { login, logout, type AuthData } from "#contract";
import { clientKind, selfCaller } from "../http/caller.ts";
import { Refusal } from "../http/refusal.ts";
import { hashSecret } from "../http/secret.ts";
import { serve } from "../http/serve.ts";
import { clearTokenCookie, setTokenCookie, tokenOf } from "../http/token.ts";
import { endSession } from "./queries.ts";
import { sessionsRoutes } from "./sessions-routes.ts";
import { signIn } from "./sign-in.ts";
import { startSweeping } from "./sweep.ts";

export async function sessionRoutes(app: FastifyInstance): Promise<void> {
  await app.register(sessionsRoutes);

  serve(app, login, async ({ input, request, reply }) => {
    const { headers, ip } = request;
    const signedIn = await signIn(app.desk, input, {
      address: ip,
      client: clientKind(headers["client"]),
      device: headers["user-agent"] ?? "",
    });
    const { token, expires_at, user_id, credential } = signedIn;
    // the session just replaced ends here at once, elsewhere within a second
    app.sessions.forget(user_id);
    app.sessionEnds.tell(user_id);
    const auth_data = await authData(app, token, expires_at);
    setTokenCookie(reply, token);
    return { token, auth_data, ...(credential !== undefined && { credential }) };
  });

  serve(app, logout, async ({ request, reply }) => {
    const token = tokenOf(app, request);
    const userId =
      token === undefined ? undefined : await endSession(app.db, hashSecret(token), app.now());
    if (userId !== undefined) {
      app.sessions.forget(userId);
      app.sessionEnds.tell(userId);
    }
    clearTokenCookie(reply);
    return {};
  });

  let stopSweeping = () => {};
  app.addHook("onListen", async () => {
    stopSweeping = startSweeping(app);
  });
  app.addHook("onClose", async () => stopSweeping());
}

async function authData(app: FastifyInstance, token: string, expires: Date): Promise<AuthData> {
  const record = await app.sessions.read(hashSecret(token));
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
