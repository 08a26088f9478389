import type { FastifyInstance } from "fastify";
import { refuseBrokenRequest } from "./error-handler.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route takes files: its body may come over a slow line. */
    slowBody?: boolean;
  }
}

const BODY_WITHIN_MS = 15_000;
/** 10 MB over 0.7 Mbit/s. Node's own clock, which knows no routes, must allow as much. */
export const SLOW_BODY_WITHIN_MS = 120_000;

/** Cuts off who sends a body more slowly than its route allows, so that nobody holds a node by trickling. */
export function limitBodyTime(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { raw } = request;
    if (request.method !== "GET" && !raw.complete) {
      const slow = request.routeOptions.config.slowBody === true;
      const clock = setTimeout(
        () => {
          const error = Object.assign(new Error(), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
          if (!raw.complete) refuseBrokenRequest(error, raw.socket);
        },
        slow ? SLOW_BODY_WITHIN_MS : BODY_WITHIN_MS,
      );
      clock.unref();
      const stop = () => clearTimeout(clock);
      raw.once("end", stop).once("close", stop);
      reply.raw.once("close", stop);
    }
    done();
  });
}
