import type {} from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "./refusal.ts";

const COOKIE = "token";
/** Seconds that the cookie lives: 400 days, the most that browsers keep one. */
const COOKIE_SECONDS = 34_560_000;
const MAX_TOKEN_LENGTH = 200;

/**
 * Returns a request's token: `Authorization: Bearer`, query `jwt`, cookie `token` (contract.md, "Reading the session").
 * Undefined when there is none, or only a cookie on another method than GET. Refuses tokens that disagree; a cookie
 * beside a Bearer is ignored, since another site may have set it (SE-14).
 */
export function tokenOf(app: FastifyInstance, request: FastifyRequest): string | undefined {
  const { headers } = request.raw;
  const bearer = bearerOf(headers.authorization);
  const { jwt } = request.query as Record<string, unknown>;
  const fromQuery = jwt === undefined || jwt === "" ? undefined : jwt;
  const fromCookie = bearer === undefined ? cookieToken(app, request) : undefined;
  const given = bearer ?? fromQuery ?? (request.method === "GET" ? fromCookie : undefined);
  if (given === undefined) return undefined;
  const agree = [bearer, fromQuery, fromCookie].every((one) => one === undefined || one === given);
  if (!agree || typeof given !== "string" || given.length > MAX_TOKEN_LENGTH) {
    throw new Refusal("noSession", { data: { reason: "none" } });
  }
  return given;
}

/** Returns the token of the cookie, which the browser sends by itself, on any method. */
export function cookieToken(app: FastifyInstance, { raw }: FastifyRequest): string | undefined {
  const { cookie } = raw.headers;
  return cookie === undefined ? undefined : app.parseCookie(cookie)[COOKIE] || undefined;
}

/**
 * Sets the token cookie, for addresses that a page cannot put headers on; it never opens a write. It lives as long as
 * browsers keep a cookie: the session slides with use, and its end in the database decides.
 */
export function setTokenCookie(reply: FastifyReply, token: string): void {
  const secure = reply.request.protocol === "https";
  const kept = {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure,
    maxAge: COOKIE_SECONDS,
  } as const;
  reply.setCookie(COOKIE, token, kept);
}

export function clearTokenCookie(reply: FastifyReply): void {
  reply.clearCookie(COOKIE, { path: "/", httpOnly: true, sameSite: "lax" });
}

function bearerOf(header: string | undefined): string | undefined {
  if (header === undefined || header.slice(0, 7).toLowerCase() !== "bearer ") return undefined;
  return header.slice(7).trim() || undefined;
}
