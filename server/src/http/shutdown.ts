import { Server } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    shutdown: Shutdown;
  }
}

/**
 * Milliseconds in which an idle connection may still bring a request that was under way when the node stopped
 * listening.
 */
const LINGER_MS = 250;

/** The state of a planned stop. Once begun, `/readyz` says so, and the node serves on until it is closed. */
class Shutdown {
  #begun = false;

  get begun(): boolean {
    return this.#begun;
  }

  begin(): void {
    this.#begun = true;
  }
}

/**
 * Makes a stop drop no call: once it has begun, every answer tells the other side to use another connection; closing
 * takes no new ones, answers what still comes on the old, and ends those when they are idle (OP-04).
 */
export function stopGracefully(app: FastifyInstance): void {
  const shutdown = new Shutdown();
  app.decorate("shutdown", shutdown);
  app.addHook("onRequest", (_request, reply, done) => {
    // on what writes its answer past the framework as well
    if (shutdown.begun) reply.raw.setHeader("connection", "close");
    done();
  });
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (shutdown.begun) reply.header("connection", "close");
    done();
  });
  app.addHook("preClose", async () => {
    shutdown.begin();
    if (!app.server.listening) return;
    // right after the event loop has taken over what the system had accepted for us
    await setImmediate();
    // the HTTP server's own `close` would cut idle connections at once
    Server.prototype.close.call(app.server);
    await setTimeout(LINGER_MS);
  });
}
