import type { FastifyInstance } from "fastify";
import { refuseBrokenRequest } from "./error-handler.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** True for a route that takes files: its body may arrive over a slow line. */
    slowBody?: boolean;
  }
}

/** Ends requests whose body arrives more slowly than their route allows, so that nobody holds a node by trickling. */
export function limitBodyTime(
  app: FastifyInstance,
  { bodyMs, fileMs }: Pick<HttpTimeouts, "bodyMs" | "fileMs">,
): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { raw } = request;
    if (request.method !== "GET" && !raw.complete) {
      const slow = request.routeOptions.config.slowBody === true;
      const clock = setTimeout(
        () => {
          const error = Object.assign(new Error(), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
          if (!raw.complete) refuseBrokenRequest(error, raw.socket);
        },
        slow ? fileMs : bodyMs,
      );
      clock.unref();
      const stop = () => clearTimeout(clock);
      raw.once("end", stop).once("close", stop);
      reply.raw.once("close", stop);
    }
    done();
  });
}

/** Time-outs for the other side of a connection, in milliseconds. */
export interface HttpTimeouts {
  /** Until a request's head has arrived. */
  readonly headMs: number;
  /** Until a request's body has arrived; `fileMs` where a route takes files: 20 MB over 1.4 Mbit/s. */
  readonly bodyMs: number;
  readonly fileMs: number;
  /** For a connection on which nothing moves while a request or its answer is under way. */
  readonly stillMs: number;
  /** For a connection kept for the next request: a little longer than proxies keep theirs. */
  readonly idleMs: number;
  /** Interval of Node's check for connections over time. */
  readonly lookEveryMs: number;
}

export const TIMEOUTS: HttpTimeouts = {
  headMs: 15_000,
  bodyMs: 15_000,
  fileMs: 120_000,
  stillMs: 120_000,
  idleMs: 72_000,
  lookEveryMs: 5000,
};
