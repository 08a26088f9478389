import type { FastifyInstance } from "fastify";

/** From here on a call is worth a line of its own at the usual level. */
const SLOW_MS = 1000;

/** One line a request: at `debug`, slow ones at `info`. The proxy in front keeps the full access log. */
export function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime);
    const level = ms >= SLOW_MS ? "info" : "debug";
    request.log[level]({ req: request, status: reply.statusCode, ms }, "answered");
    done();
  });
}
