import type { FastifyInstance } from "fastify";
import type { PoolState } from "../database/pool-state.ts";
import { operatorsOnly } from "./operators-only.ts";
import { Metrics } from "../platform/metrics.ts";
import { measureParts } from "./part-metrics.ts";
import { measureProcess } from "../platform/process-metrics.ts";
import { measureRequests } from "./request-times.ts";
import { VERSION } from "../platform/version.ts";

const TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Measures the app, and serves the numbers at `/metrics` to operators only (OP-04). Before any other route. */
export function serveMetrics(app: FastifyInstance, databasePool?: () => PoolState): void {
  const metrics = new Metrics();
  app.decorate("metrics", metrics);
  measureRequests(app, metrics);
  measureProcess(app, metrics, VERSION);
  measureParts(app, metrics, databasePool);
  app.get("/metrics", { onRequest: operatorsOnly(app.config) }, async (_request, reply) =>
    reply.type(TYPE).send(metrics.text()),
  );
}
