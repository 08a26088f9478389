import { DAY_MS } from "../../platform/days.ts";
import type { FastifyInstance } from "fastify";
import { loginByCode, resetPassword, sendCode } from "#contract";
import { serve } from "../../http/serve.ts";
import { answerSignIn, visitorIn } from "../answer.ts";
import { sweepCodes } from "./codes.ts";
import { resetByCode } from "./reset.ts";
import { askForCode } from "./send.ts";
import { signInByCode } from "./sign-in-by-code.ts";

const SWEEP_EVERY_MS = 600_000;
const KEEP_COUNTS_MS = DAY_MS;

/** Serves codes to a mobile number or e-mail address: requests, sign-in, and password reset (SE-04, SE-11). */
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
