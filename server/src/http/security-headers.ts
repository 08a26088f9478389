import type { FastifyInstance } from "fastify";

/** For answers that are data: nothing may run or frame them. A page sets a policy of its own. */
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
