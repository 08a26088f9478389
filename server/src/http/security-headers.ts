import type { FastifyInstance } from "fastify";
import cors from "@fastify/cors";
import { DECLARED_HEADER } from "#contract";

/** Headers of answers that are data: nothing may run or frame them. A page sets a policy of its own. */
const HEADERS = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  // an address may carry `jwt`
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};
const HSTS = "max-age=31536000";

export function sendSecurityHeaders(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(HEADERS);
    reply.header("x-request-id", request.id);
    if (request.protocol === "https") reply.header("strict-transport-security", HSTS);
    done();
  });
}

const ASK_AGAIN_S = 86_400;

/**
 * Allows pages of the configured origins to call this server: those whose API address is another host's (RQ-02). Other
 * origins' pages cannot read the answers. Without origins nothing is allowed.
 */
export async function allowOtherOrigins(
  app: FastifyInstance,
  origins: readonly string[],
): Promise<void> {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: [...origins],
    credentials: true,
    methods: ["GET", "HEAD", "POST", "PUT"],
    allowedHeaders: ["authorization", "client", "content-type", "identity", "if-none-match"],
    exposedHeaders: ["date", "etag", "retry-after", "x-request-id", DECLARED_HEADER],
    maxAge: ASK_AGAIN_S,
  });
}
