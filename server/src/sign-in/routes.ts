import type { FastifyInstance, FastifyRequest } from "fastify";
import { login, logout } from "#contract";
import type { Queryable } from "../database/database.ts";
import { hashSecret } from "../platform/secret.ts";
import { serve } from "../http/serve.ts";
import { clearTokenCookie, tokenOf } from "../http/token.ts";
import { codeRoutes } from "./code/routes.ts";
import { answerSignIn, visitorIn } from "./answer.ts";
import { passkeySignInRoutes } from "./factor/passkey-sign-in.ts";
import { factorRoutes } from "./factor/routes.ts";
import { qrRoutes } from "./qr/routes.ts";
import { sessionsRoutes } from "./sessions-routes.ts";
import { rememberedRoutes } from "./remembered-routes.ts";
import { signIn } from "./identify.ts";
import { sweep, SWEEP_EVERY_MS } from "./sweep.ts";

export async function sessionRoutes(app: FastifyInstance): Promise<void> {
  await app.register(sessionsRoutes);
  await app.register(rememberedRoutes);
  await app.register(factorRoutes);
  await app.register(passkeySignInRoutes);
  await app.register(codeRoutes);
  await app.register(qrRoutes);

  serve(
    app,
    login,
    async ({ input, request, reply }) => {
      const signedIn = await signIn(app.signIn, input, visitorIn(request));
      return answerSignIn(app, reply, signedIn);
    },
    { across: "sign-in" },
  );

  serve(app, logout, async ({ request, reply }) => {
    const token = tokenOf(app, request);
    const userId = token === undefined ? undefined : await signOut(app, request, token);
    if (userId !== undefined) app.sessionEnds.tell(userId);
    clearTokenCookie(reply);
    return {};
  });

  app.jobs.handle("sign-in-sweep", {
    everyMs: SWEEP_EVERY_MS,
    run: () => sweep(app.db, app.now()),
  });
}

/** Ends the token's session; answers whose it was, if it was still live. */
function signOut(
  app: FastifyInstance,
  request: FastifyRequest,
  token: string,
): Promise<string | undefined> {
  return app.db.transaction().execute(async (trx) => {
    const ended = await endSession(trx, hashSecret(token), app.now());
    if (ended === undefined) return undefined;
    const { id: session_id, user_id } = ended;
    const actor = { user_id, session_id };
    await app.audit.record(request, { action: "sign-out", actor, subject_id: user_id }, trx);
    return user_id;
  });
}

/** Ends the session of a token; answers it, if it was still live. */
async function endSession(
  db: Queryable,
  tokenHash: string,
  now: Date,
): Promise<{ id: string; user_id: string } | undefined> {
  return db
    .updateTable("session")
    .set({ ended_at: now, end_reason: "logout" })
    .where("token_hash", "=", tokenHash)
    .where("ended_at", "is", null)
    .returning(["id", "user_id"])
    .executeTakeFirst();
}
