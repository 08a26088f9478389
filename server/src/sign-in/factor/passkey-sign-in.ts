import type { FastifyInstance } from "fastify";
import { beginPasskeyLogin, type InputOf, loginByPasskey } from "#contract";
import { Refusal } from "../../http/refusal.ts";
import { serve } from "../../http/serve.ts";
import { answerSignIn, visitorIn } from "../answer.ts";
import { findPerson, type Visitor } from "../sign-in.ts";
import { completeSignIn, type SignedIn } from "../steps.ts";
import { countFailure, refuseBlocked } from "../throttle.ts";
import { findPasskey } from "./queries.ts";
import { siteOf } from "./site.ts";

/** Serves sign-in by a passkey alone, whose device has verified its user (SE-10). */
export async function passkeySignInRoutes(app: FastifyInstance): Promise<void> {
  serve(
    app,
    beginPasskeyLogin,
    async ({ request }) => {
      const site = siteOf(app.config, request);
      return { options: await app.signIn.secondFactors.passkeys.signInOptions(site, app.now()) };
    },
    { across: "sign-in" },
  );

  serve(
    app,
    loginByPasskey,
    async ({ input, request, reply }) =>
      answerSignIn(app, reply, await signInByPasskey(app, input, visitorIn(request))),
    { across: "sign-in" },
  );
}

/**
 * Signs in by a passkey. Its answer is used up only when the session is created; until then it can be sent again, with
 * the answer to a pending check.
 */
async function signInByPasskey(
  app: FastifyInstance,
  { passkey: answer, check }: InputOf<typeof loginByPasskey>,
  visitor: Visitor,
): Promise<SignedIn> {
  const { db, now, config, signIn } = app;
  const { secondFactors } = signIn;
  const { request, address } = visitor;
  const tried = { account: `passkey:${answer.id}`, address };
  await refuseBlocked(db, tried, now());
  const kept = await findPasskey(db, answer.id);
  const person = kept && (await findPerson(db, kept.user_id));
  const use =
    kept &&
    person &&
    (await secondFactors.passkeys.checkSignIn(answer, kept, siteOf(config, request), now()));
  if (person === undefined || use === undefined) {
    await countFailure(db, tried, now());
    const detail = { by: "passkey" };
    app.audit.note(request, { action: "sign-in", outcome: "refused", detail });
    throw wrong();
  }
  return completeSignIn(signIn, person, visitor, {
    by: "passkey",
    check,
    passed: {
      way: "passkey",
      async take(trx, at) {
        if (!(await use.take(trx, at))) throw wrong();
        return undefined;
      },
    },
  });
}

/** Returns the one refusal for every fault, so that it tells nothing about who exists. */
function wrong(): Refusal {
  return new Refusal("badCode", {
    msg: "通行密钥没有通过验证，可能已经过期或被删除，请重试，或用密码登录",
  });
}
