import type { FastifyInstance, FastifyRequest } from "fastify";
import { Histogram, Registry } from "prom-client";
import { CALLS, type Call } from "#contract";
import type { PoolState } from "../database/pool-state.ts";
import { addCounter, addGauge, processMetrics } from "../platform/metrics.ts";
import { VERSION } from "../platform/version.ts";
import { operatorsOnly } from "./operators-only.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Adds an answer to the metrics that the framework does not see the end of. */
    measureAnswer(name: string, status: number, ms: number): void;
  }
}

/** Upper bounds of the histogram, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const NAMES = new Map<Call, string>(
  Object.entries<Call>(CALLS).map(([name, call]) => [call, name]),
);

/** Returns, given a node's own metrics, a function that reads all metrics to be shown. */
export type GatherMetrics = (own: Registry[]) => () => Promise<string>;

/** Measures the app and serves `/metrics` to operators only (OP-04). Must be registered before any other route. */
export function serveMetrics(
  app: FastifyInstance,
  databasePool?: () => PoolState,
  gather: GatherMetrics = (own) => () => Registry.merge(own).metrics(),
): void {
  const registry = new Registry();
  app.decorate("metrics", registry);
  measureRequests(app, registry);
  measureParts(app, registry);
  if (databasePool !== undefined) measurePool(registry, databasePool);
  const readAll = gather([registry, processMetrics()]);
  app.get("/metrics", { onRequest: operatorsOnly(app.config) }, async (_request, reply) =>
    reply.type(registry.contentType).send(await readAll()),
  );
}

function measureRequests(app: FastifyInstance, registry: Registry): void {
  const times = new Histogram({
    name: "schoolgate_http_request_seconds",
    help: "Seconds from a request's first byte to its answer's last, by call and status class.",
    labelNames: ["call", "status"],
    buckets: BOUNDS,
    registers: [registry],
  });
  const measure = (call: string, code: number, ms: number): void => {
    times.observe({ call, status: `${Math.floor(code / 100)}xx` }, ms / 1000);
  };
  app.decorate("measureAnswer", measure);
  app.addHook("onResponse", (request, reply, done) => {
    measure(nameOf(request), reply.statusCode, reply.elapsedTime);
    done();
  });
}

/**
 * Returns the name of a request's call, or else its route's pattern; never the address, so that there are few labels.
 */
export function nameOf({ routeOptions, is404 }: FastifyRequest): string {
  if (is404) return "unknown";
  const { call } = routeOptions.config;
  return (call && NAMES.get(call)) ?? routeOptions.url ?? "unknown";
}

function measureParts(app: FastifyInstance, registry: Registry): void {
  addGauge({
    registry,
    name: "schoolgate_build_info",
    help: "Always 1; the running version is in the label.",
    read: () => ({ [VERSION]: 1 }),
    label: "version",
    ofWorkers: "first",
  });
  addCounter({
    registry,
    name: "schoolgate_session_reads_total",
    help: "Sessions looked up, by where they were found.",
    read: () => ({ ...app.sessions.reads }),
    label: "from",
  });
  addGauge({
    registry,
    name: "schoolgate_sessions_kept",
    help: "Sessions in this node's memory, for a second each.",
    read: () => app.sessions.kept,
  });
  addGauge({
    registry,
    name: "schoolgate_background_running",
    help: "Work under way that no answer waits for.",
    read: () => app.background.running,
  });
  addCounter({
    registry,
    name: "schoolgate_background_failed_total",
    help: "Such work that failed.",
    read: () => app.background.failed,
  });
}

function measurePool(registry: Registry, state: () => PoolState): void {
  addGauge({
    registry,
    name: "schoolgate_database_connections",
    help: "Connections to the database, by what they do.",
    read: () => {
      const { open, idle } = state();
      return { used: open - idle, idle };
    },
    label: "state",
  });
  addGauge({
    registry,
    name: "schoolgate_database_connections_max",
    help: "Connections at most.",
    read: () => state().max,
  });
  addGauge({
    registry,
    name: "schoolgate_database_waiting",
    help: "Statements that wait for a connection.",
    read: () => state().waiting,
  });
}
