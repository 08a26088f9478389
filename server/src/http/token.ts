import type {} from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "./refusal.ts";

const COOKIE = "token";
/** 400 days, the most that browsers keep one. */
const COOKIE_SECONDS = 34_560_000;
const TOKEN_AT_MOST = 200;

/**
 * The token a request carries: `Authorization: Bearer`, query `jwt`, cookie `token` (contract.md, "Reading the session").
 * Undefined when there is none, or only a cookie where a cookie does not count: it opens GET alone.
 * Refuses tokens that disagree; a cookie beside a Bearer is not asked, since another site may have set it (SE-14).
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
  if (!agree || typeof given !== "string" || given.length > TOKEN_AT_MOST) {
    throw new Refusal("noSession", { data: { reason: "none" } });
  }
  return given;
}

/** The token that the browser brought by itself, on a request of whatever method. */
export function cookieToken(app: FastifyInstance, { raw }: FastifyRequest): string | undefined {
  const { cookie } = raw.headers;
  return cookie === undefined ? undefined : app.parseCookie(cookie)[COOKIE] || undefined;
}

/**
 * Lets the browser open addresses that a page cannot put headers on; it never opens a write. It lives as long as browsers
 * let a cookie live: the session slides with use, and its end in the database is what counts.
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
