import type { FastifyInstance, FastifyReply } from "fastify";
import { visitorOf } from "../http/admission.ts";
import type { SelfCaller } from "../session/caller.ts";
import { proveAgain } from "../session/fresh-proof.ts";
import { Refusal } from "../http/refusal.ts";
import { sendForm, sendNotice } from "./plain-page.ts";
import { hasSignature, signTexts } from "./signed-texts.ts";

const PATH = "/launch/prove";
const USE = "prove";
const MAX_PASSWORD_LENGTH = 128;
const ONE_TIME_CODE = /^\d{6}$/;

const LOST = {
  title: "这个页面已经失效",
  text: "登录已经变化，或者页面放得太久。请回到{platform}，从应用的图标重新打开。",
};

/**
 * Asks a signed-in person for the password or the authenticator's code; once it is right, goes on to `next`, a path of
 * this server.
 */
export async function askForPassword(
  app: FastifyInstance,
  reply: FastifyReply,
  { user_id, session_id, name }: Pick<SelfCaller, "user_id" | "session_id" | "name">,
  next: string,
  fault?: string,
): Promise<FastifyReply> {
  const hasCode = await app.signIn.secondFactors.hasAuthenticator(user_id);
  return sendForm(reply, fault === undefined ? 200 : 400, {
    title: hasCode ? "请再次确认是本人" : "请再次输入密码",
    text: `${name}，要打开的应用需要再确认一次是本人。`,
    action: PATH,
    fields: { next, seal: await signTexts(app, USE, session_id, next) },
    ask: {
      name: "password",
      label: hasCode ? "密码，或验证器上的 6 位数字" : "密码",
      type: "password",
      fault,
    },
    button: "继续",
    back: { text: "取消", href: "/platformEntry/" },
  });
}

/** Serves the path of the answer to `askForPassword`. */
export function serveProof(app: FastifyInstance): void {
  app.post(PATH, async (request, reply) => {
    const { next, password, seal: given } = (request.body ?? {}) as Record<string, unknown>;
    const visitor = await visitorOf(app, request);
    if (
      visitor === null ||
      typeof next !== "string" ||
      !(await hasSignature(app, given, USE, visitor.session_id, next))
    ) {
      return sendNotice(reply, 400, LOST);
    }
    if (typeof password !== "string" || password === "" || password.length > MAX_PASSWORD_LENGTH) {
      return askForPassword(app, reply, visitor, next, "请输入密码");
    }
    const isCode =
      ONE_TIME_CODE.test(password) &&
      (await app.signIn.secondFactors.hasAuthenticator(visitor.user_id));
    try {
      await proveAgain(
        app,
        visitor,
        isCode ? { check: { totp: password } } : { password },
        request,
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return askForPassword(app, reply, visitor, next, error.message);
    }
    return reply.redirect(next, 303);
  });
}
