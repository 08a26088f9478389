import type { FastifyInstance } from "fastify";
import { refuseBrokenRequest } from "./error-handler.ts";
import type { Patience } from "./patience.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route takes files: its body may come over a slow line. */
    slowBody?: boolean;
  }
}

/** Cuts off who sends a body more slowly than its route allows, so that nobody holds a node by trickling. */
export function limitBodyTime(
  app: FastifyInstance,
  { bodyMs, fileMs }: Pick<Patience, "bodyMs" | "fileMs">,
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
