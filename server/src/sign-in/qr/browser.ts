import type {} from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { newSecret } from "../../platform/secret.ts";

const COOKIE = "qr_browser";
const PATH = "/dt-platform/v1/sso/qr_code";
const COOKIE_SECONDS = 86_400;
const SECRET = /^[\w-]{43}$/;

/** The secret that ties codes to the browser that asked for them; undefined where it brings none. */
export function browserOf(app: FastifyInstance, { raw }: FastifyRequest): string | undefined {
  const { cookie } = raw.headers;
  const kept = cookie === undefined ? undefined : app.parseCookie(cookie)[COOKIE];
  return kept !== undefined && SECRET.test(kept) ? kept : undefined;
}

/** The same for all tabs of a browser, so that a second code does not undo the first. */
export function tieToBrowser(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  const browser = browserOf(app, request) ?? newSecret();
  const secure = request.protocol === "https";
  // a page of another origin sends it over HTTPS only
  const elsewhere = secure && app.config.corsOrigins.length > 0;
  reply.setCookie(COOKIE, browser, {
    path: PATH,
    httpOnly: true,
    sameSite: elsewhere ? "none" : "lax",
    secure,
    maxAge: COOKIE_SECONDS,
  });
  return browser;
}
