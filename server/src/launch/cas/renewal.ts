import type { FastifyInstance, FastifyRequest } from "fastify";
import { isSealed, seal } from "../seal.ts";
import type { Query } from "./rules.ts";

const USE = "cas-renewal";
/** How long a person may take to type a password. */
const WITHIN_MS = 10 * 60_000;

/**
 * This request's own path with the moment it was made: the person comes back to it with a password newer than that.
 * Sealed for this service, or an old moment could be put there by who finds the browser open.
 */
export async function markRenewal(app: FastifyInstance, request: FastifyRequest): Promise<string> {
  const url = new URL(request.url, "http://here.invalid");
  const asked = String(app.now().getTime());
  url.searchParams.set("asked", asked);
  url.searchParams.set("seal", await seal(app, USE, serviceOf(request.query as Query), asked));
  return url.pathname + url.search;
}

/** When the fresh proof was asked for, if this request comes back from there. */
export async function renewalAsked(app: FastifyInstance, query: Query): Promise<Date | undefined> {
  const { asked, seal: given } = query;
  if (typeof asked !== "string" || !/^\d{1,16}$/.test(asked)) return undefined;
  if (!(await isSealed(app, given, USE, serviceOf(query), asked))) return undefined;
  const age = app.now().getTime() - Number(asked);
  return age >= 0 && age <= WITHIN_MS ? new Date(Number(asked)) : undefined;
}

function serviceOf(query: Query): string {
  return String(query["service"]);
}
