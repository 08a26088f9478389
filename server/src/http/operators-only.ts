import { timingSafeEqual } from "node:crypto";
import type { BlockList } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../platform/config.ts";
import { isListed, networkList } from "../platform/networks.ts";
import { hashSecret } from "../platform/secret.ts";

/** Headers that a proxy adds to a request that it forwards. */
const HANDED_ON = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
];

type Hook = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void;

/**
 * Returns a hook that admits direct requests from addresses of `METRICS_ALLOW`, and those with `METRICS_TOKEN`; for
 * everyone else the page does not exist. A request that a proxy forwards counts as from outside, whatever the proxy's
 * own address.
 */
export function operatorsOnly({
  metricsAllow,
  metricsToken,
}: Pick<Config, "metricsAllow" | "metricsToken">): Hook {
  const allowed = networkList(metricsAllow);
  return (request, reply, done) => {
    if (comesStraightFrom(request, allowed) || shows(request, metricsToken)) done();
    else reply.callNotFound();
  };
}

function comesStraightFrom({ headers, socket }: FastifyRequest, allowed: BlockList): boolean {
  if (HANDED_ON.some((name) => headers[name] !== undefined)) return false;
  return isListed(allowed, socket.remoteAddress ?? "");
}

function shows({ headers }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return false;
  const given = /^bearer (.+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
  // as hashes, because the comparison wants one length
  return timingSafeEqual(Buffer.from(hashSecret(given)), Buffer.from(hashSecret(token)));
}
