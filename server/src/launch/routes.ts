import type { FastifyInstance } from "fastify";
import {
  launchApp,
  LAUNCH_LIFETIME_SECONDS,
  leaveApps,
  redeemTicket,
  type LaunchKind,
} from "#contract";
import { Refusal } from "../http/refusal.ts";
import { hashSecret, newSecret } from "../http/secret.ts";
import { serve } from "../http/serve.ts";
import { allowedClaims, pairwiseSubject, withTicket } from "./rules.ts";
import { readSubjectKey } from "./subject-key.ts";
import { dropOldTickets, dropTickets, keepTicket, useTicket } from "./tickets.ts";

/** Ways of signing in that this deployment does not speak yet, as people know them. */
const UNCONNECTED: Readonly<Partial<Record<LaunchKind, string>>> = {
  oidc: "统一身份认证（OpenID Connect）",
  lti: "LTI 学习工具",
  cas: "CAS 单点登录",
  module: "平台内置模块",
};

const DAY_MS = 24 * 3_600_000;
const SWEEP_EVERY_MS = 3_600_000;

export async function launchRoutes(app: FastifyInstance): Promise<void> {
  let subjectKey: string | undefined;
  const sweep = setInterval(() => {
    const before = new Date(app.now().getTime() - app.config.sessionDays * DAY_MS);
    dropOldTickets(app.db, before).catch((error: unknown) =>
      app.log.warn({ err: error }, "old launches were not dropped"),
    );
  }, SWEEP_EVERY_MS).unref();
  app.addHook("onClose", async () => clearInterval(sweep));

  serve(app, launchApp, async ({ input, caller }) => {
    const found = await app.catalogue.appFor(caller, input.app_id);
    if (found === undefined) throw new Refusal("notFound");
    const { id, name, launch, url, opens_in } = found;
    const way = UNCONNECTED[launch];
    if (way !== undefined) {
      throw new Refusal("conflict", {
        msg: `「${name}」以${way}方式打开，本平台尚未接通这种方式，请联系管理员`,
        data: { kind: launch },
      });
    }
    const answer = {
      kind: launch,
      method: "GET" as const,
      opens_in,
      expires_in: LAUNCH_LIFETIME_SECONDS,
    };
    if (launch === "link") return { ...answer, url };

    const { user_id, session_id, identity, school } = caller;
    const ticket = newSecret();
    const created_at = app.now();
    await keepTicket(
      app.db,
      { app_id: id, user_id, session_id, identity, school_id: school.id },
      {
        ticket_hash: hashSecret(ticket),
        created_at,
        expires_at: new Date(created_at.getTime() + LAUNCH_LIFETIME_SECONDS * 1000),
      },
    );
    return { ...answer, url: withTicket(url, ticket) };
  });

  serve(app, leaveApps, async ({ input, caller }) => ({
    ended: await dropTickets(app.db, caller.session_id, input.app_id),
  }));

  serve(app, redeemTicket, async ({ input, caller: { app_id } }) => {
    const bearer = await useTicket(app.db, hashSecret(input.ticket), app_id, app.now());
    const entry = await app.catalogue.app(app_id);
    if (bearer === undefined || entry === undefined) throw new Refusal("badCode");
    subjectKey ??= await readSubjectKey(app.db);
    const { user_id, name, identity, school } = bearer;
    const claims = {
      sub: pairwiseSubject(subjectKey, app_id, user_id),
      name,
      identity,
      school,
      classes: await app.catalogue.classesOf({ user_id, identity, school_id: school.id }),
    };
    return allowedClaims(claims, entry.claims);
  });
}
