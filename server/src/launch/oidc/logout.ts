import type { FastifyInstance } from "fastify";
import type { KoaContextWithOIDC } from "oidc-provider";
import { hashSecret } from "../../platform/secret.ts";
import { endVisitorSession } from "../end-session.ts";
import { sendForm, sendNotice } from "../plain-page.ts";
import { sessionsOf } from "./grants.ts";
import { showInstead } from "./refusals.ts";

const TOKEN_COOKIE = "token";

/** Asks a person sent here by an app's sign-out whether to leave the platform too (RP-Initiated Logout 1.0). */
export function showLogout(ctx: KoaContextWithOIDC): void {
  const { oidc } = ctx;
  const { secret: xsrf = "" } = (oidc.session?.state ?? {}) as { secret?: string };
  const name = oidc.client?.clientName;
  // asked now: afterwards the request no longer knows where it is mounted
  const action = new URL(oidc.urlFor("end_session_confirm")).pathname;
  showInstead(ctx, (reply) =>
    sendForm(reply, 200, {
      title: "要同时退出{platform}吗？",
      text:
        name === undefined
          ? "退出{platform}后，在这个浏览器里打开的应用也会一起退出。"
          : `正在退出“${name}”。退出{platform}后，在这个浏览器里打开的其他应用也会一起退出。`,
      action,
      fields: { xsrf },
      button: "退出{platform}",
      says: { name: "logout", value: "yes" },
      other: name === undefined ? "不退出" : "只退出这个应用",
    }),
  );
}

export function showLoggedOut(ctx: KoaContextWithOIDC): void {
  showInstead(ctx, (reply) =>
    sendNotice(reply, 200, { title: "已经退出", text: "可以放心关闭这个页面。" }),
  );
}

/** Ends the session of a person who signed out at an app, and the sign-ins at all its apps. */
export async function followLogout(
  app: FastifyInstance,
  ctx: KoaContextWithOIDC,
  next: () => Promise<unknown>,
): Promise<void> {
  await next();
  const { oidc } = ctx;
  const ended = (oidc?.session as { destroyed?: boolean } | undefined)?.destroyed === true;
  if (oidc?.route !== "end_session_confirm" || !ended) return;
  const grants = Object.values(oidc.session?.authorizations ?? {}).flatMap(
    ({ grantId }) => grantId ?? [],
  );
  const sessions = await sessionsOf(app.db, grants);
  const token = ctx.cookies.get(TOKEN_COOKIE, { signed: false });
  const own = token === undefined ? undefined : await app.sessions.read(hashSecret(token));
  for (const session of sessions) await endVisitorSession(app, session);
  if (sessions.some(({ session_id }) => session_id === own?.session.id)) {
    ctx.cookies.set(TOKEN_COOKIE, null, {
      signed: false,
      path: "/",
      httpOnly: true,
      sameSite: "lax",
    });
  }
}
