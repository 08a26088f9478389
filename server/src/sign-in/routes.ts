import type { FastifyInstance, FastifyRequest } from "fastify";
import { forgetDevice, login, logout } from "#contract";
import type { Database } from "../database/database.ts";
import { hashSecret } from "../platform/secret.ts";
import { daysBefore } from "../platform/days.ts";
import { serve } from "../http/serve.ts";
import { clearTokenCookie, tokenOf } from "../http/token.ts";
import { endSessions } from "../session/session-ends.ts";
import { codeRoutes } from "./code/routes.ts";
import { answerSignIn, visitorIn } from "./answer.ts";
import { passkeySignInRoutes } from "./factor/passkey-sign-in.ts";
import { factorRoutes } from "./factor/routes.ts";
import { qrRoutes } from "./qr/routes.ts";
import { sessionsRoutes } from "./sessions-routes.ts";
import { endReplayedDevice, signIn } from "./identify.ts";
import { forgetCredential, readCredential } from "./remembered-device.ts";
import { accountOf } from "./rules.ts";
import { sweepQrCodes } from "./qr/codes.ts";
import { dropSpent } from "./proof/proof-of-work.ts";

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
    { across: "sign-in", isBurst: true },
  );

  serve(app, logout, async ({ request, reply }) => {
    const token = tokenOf(app, request);
    const userId = token === undefined ? undefined : await signOut(app, request, token);
    if (userId !== undefined) app.sessionEnds.notify(userId);
    clearTokenCookie(reply);
    return {};
  });

  app.jobs.handle("sign-in-sweep", {
    everyMs: SWEEP_EVERY_MS,
    run: () => sweep(app.db, app.now()),
  });
}

/** Ends the token's session; returns its person, if it was still live. */
function signOut(
  app: FastifyInstance,
  request: FastifyRequest,
  token: string,
): Promise<string | undefined> {
  return app.db.transaction().execute(async (trx) => {
    const which = ["token_hash", hashSecret(token)] as const;
    const [ended] = await endSessions(trx, which, "logout", app.now());
    if (ended === undefined) return undefined;
    const { id: session_id, user_id } = ended;
    const actor = { user_id, session_id };
    await app.audit.record(request, { action: "sign-out", actor, subject_id: user_id }, trx);
    return user_id;
  });
}

/** Serves the removal of a remembered account, with its device (SE-02). */
async function rememberedRoutes(app: FastifyInstance): Promise<void> {
  serve(
    app,
    forgetDevice,
    async ({ input, request }) => {
      const credential = readCredential(input.credential);
      if (credential === undefined) return {};
      const forgotten = await app.db.transaction().execute(async (trx) => {
        const account = accountOf(input.account);
        const user_id = await forgetCredential(trx, credential, account, app.now());
        if (user_id === undefined) return false;
        const actor = { user_id };
        await app.audit.record(
          request,
          { action: "device-forget", actor, subject_id: user_id },
          trx,
        );
        return true;
      });
      if (!forgotten) await endReplayedDevice(app.signIn, credential);
      return {};
    },
    { across: "sign-in" },
  );
}

/** Milliseconds between two runs of `sweep`. */
const SWEEP_EVERY_MS = 3_600_000;
const KEEP_FAILURES_DAYS = 1;
const KEEP_DEAD_CREDENTIALS_DAYS = 30;

/** Deletes counts of wrong passwords, spent checks and credentials that no longer matter. */
export async function sweep(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom("login_throttle")
    .where("last_failure_at", "<", daysBefore(now, KEEP_FAILURES_DAYS))
    .execute();
  await dropSpent(db, now);
  await sweepQrCodes(db, now);
  await db
    .deleteFrom("device_credential")
    .where((row) =>
      row.or([
        row("expires_at", "<", daysBefore(now, KEEP_DEAD_CREDENTIALS_DAYS)),
        row("revoked_at", "<", daysBefore(now, KEEP_DEAD_CREDENTIALS_DAYS)),
      ]),
    )
    .execute();
}
