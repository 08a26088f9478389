import type { FastifyInstance } from "fastify";
import { loginByCode, receiverOf, resetPassword, sendCode, type Channel } from "#contract";
import type { Queryable } from "../../database/database.ts";
import { Refusal } from "../../http/refusal.ts";
import { serve } from "../../http/serve.ts";
import type { Person } from "../../session/session-record.ts";
import { answerSignIn, visitorIn } from "../answer.ts";
import { spendCode, sweepCodes, type CodeFor } from "./codes.ts";
import { verifiedCode, WRONG_CODE } from "./verified-code.ts";
import { verifiedChannels, noteVerified } from "./verified-contacts.ts";
import { resetByCode } from "./reset.ts";
import { askForCode, readReceiver } from "./send.ts";
import { signInByCode } from "./sign-in-by-code.ts";

/** How other features take a code. */
export interface Codes {
  /** For which of these it is the code; refuses with `badCode` or `tooMany`. It stays good until it is spent. */
  hear(could: readonly CodeFor[], code: string, address: string): Promise<CodeFor>;
  /** Uses a code up in the transaction of what it opens; refuses one that another was faster with. A new contact is verified by it. */
  spend(trx: Queryable, what: CodeFor, code: string, now: Date): Promise<void>;
  /** At which of the contacts on file the person was reached by a code. */
  held(userId: string, onFile: Pick<Person, "mobile" | "email">): Promise<Channel[]>;
}

declare module "fastify" {
  interface FastifyInstance {
    codes: Codes;
  }
}

const SWEEP_EVERY_MS = 600_000;
const KEEP_COUNTS_MS = 86_400_000;

export function openCodes(app: FastifyInstance): void {
  app.decorate("codes", {
    async hear(could, code, address) {
      const [first] = could;
      if (first === undefined) throw new Refusal("badCode", { msg: WRONG_CODE });
      const account = `${first.use}:${first.user_id ?? first.receiver}`;
      return verifiedCode(app, could, code, { account, address });
    },
    async spend(trx, what, code, now) {
      if (!(await spendCode(trx, what, code, now))) {
        throw new Refusal("badCode", { msg: WRONG_CODE });
      }
      if (what.use === "bind" && what.user_id !== undefined) {
        await noteVerified(trx, what.user_id, readReceiver(what.receiver), now);
      }
    },
    held: (userId, { mobile, email }) =>
      verifiedChannels(
        app.db,
        userId,
        [mobile, email].map((one) => receiverOf(one ?? "")).filter((one) => one !== undefined),
      ),
  });
}

/** Codes to a phone or an address: asked for, signed in by, and a new password by one (SE-04, SE-11). */
export async function codeRoutes(app: FastifyInstance): Promise<void> {
  serve(app, sendCode, async ({ input, request }) => askForCode(app, input, request), {
    across: "sign-in",
  });

  serve(
    app,
    loginByCode,
    async ({ input, request, reply }) =>
      answerSignIn(app, reply, await signInByCode(app, input, visitorIn(request))),
    { across: "sign-in" },
  );

  serve(
    app,
    resetPassword,
    async ({ input, request }) => {
      await resetByCode(app, input, request);
      return {};
    },
    { across: "sign-in" },
  );

  app.jobs.handle("code-sweep", {
    everyMs: SWEEP_EVERY_MS,
    run: async () => {
      const now = app.now();
      await sweepCodes(app.db, now, new Date(now.getTime() - KEEP_COUNTS_MS));
    },
  });
}
