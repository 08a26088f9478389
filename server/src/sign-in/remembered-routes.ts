import type { FastifyInstance } from "fastify";
import { forgetDevice } from "#contract";
import { serve } from "../http/serve.ts";
import { forgetCredential, readCredential } from "./remembered-device.ts";
import { accountOf } from "./rules.ts";
import { endCopied } from "./identify.ts";

/** An account that a page no longer remembers is not remembered here either (SE-02). */
export async function rememberedRoutes(app: FastifyInstance): Promise<void> {
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
      if (!forgotten) await endCopied(app.signIn, credential);
      return {};
    },
    { across: "sign-in" },
  );
}
