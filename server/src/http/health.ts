import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { readMigrations } from "../database/migrate.ts";
import { codeOf } from "../database/unavailable.ts";

/** Milliseconds that a probe waits for the database. */
const ANSWER_WITHIN_MS = 2000;
const NO_SUCH_TABLE = "42P01";

/** The reason why a node cannot serve now. */
type Lack = "stopping" | "database" | "migrations";

/**
 * Serves `/healthz` (the process answers) and `/readyz` (it can also serve: it is not about to stop, its database
 * answers and has the tables of this version; later migrations do no harm). Plain text, without the envelope (OP-04).
 */
export async function healthRoutes(app: FastifyInstance): Promise<void> {
  const wanted = readMigrations().length;
  let asking: Promise<Lack | undefined> | undefined;
  // however many probes there are, they are one question
  const ask = () =>
    (asking ??= askDatabase(app, wanted).finally(() => {
      asking = undefined;
    }));

  app.get("/healthz", async (_request, reply) => reply.type("text/plain").send("ok\n"));
  app.get("/readyz", async (_request, reply) => {
    reply.type("text/plain");
    const lack = app.shutdown.begun ? "stopping" : await ask();
    return lack === undefined
      ? reply.send("ready\n")
      : reply.code(503).send(`not ready: ${lack}\n`);
  });
}

async function askDatabase(app: FastifyInstance, wanted: number): Promise<Lack | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = new Error(`the database did not answer within ${ANSWER_WITHIN_MS} ms`);
    timer = setTimeout(reject, ANSWER_WITHIN_MS, error);
  });
  try {
    const reading = sql<{ applied: number }>`
      select count(*)::integer as applied from schema_migration`.execute(app.db);
    const { rows } = await Promise.race([reading, late]);
    if ((rows[0]?.applied ?? 0) >= wanted) return undefined;
    app.log.error(`not ready: ${rows[0]?.applied} of ${wanted} migrations have run`);
    return "migrations";
  } catch (error) {
    app.log.error({ err: error }, "not ready: the database does not answer as it should");
    return codeOf(error) === NO_SUCH_TABLE ? "migrations" : "database";
  } finally {
    clearTimeout(timer);
  }
}
