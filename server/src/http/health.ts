import type { FastifyInstance } from "fastify";
import { sql } from "kysely";

/** `/healthz`: the process answers. `/readyz`: it can also serve, because its database answers. Plain, without the envelope. */
export async function healthRoutes(app: FastifyInstance): Promise<void> {
  app.get("/healthz", async (_request, reply) => reply.type("text/plain").send("ok\n"));
  app.get("/readyz", async (request, reply) => {
    reply.type("text/plain");
    try {
      await sql`select 1`.execute(app.db);
      return reply.send("ready\n");
    } catch (error) {
      request.log.error({ err: error }, "not ready: the database does not answer");
      return reply.code(503).send("not ready\n");
    }
  });
}
