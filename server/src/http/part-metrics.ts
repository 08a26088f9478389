import type { FastifyInstance } from "fastify";
import type { PoolState } from "../database/pool-state.ts";
import type { Metrics } from "../platform/metrics.ts";

/** The parts that every request goes through: the sessions' memory, background work, the database's connections. */
export function measureParts(
  app: FastifyInstance,
  metrics: Metrics,
  databasePool: (() => PoolState) | undefined,
): void {
  metrics.add(
    "counter",
    "schoolgate_session_reads_total",
    "Sessions looked up, by where they were found.",
    () => Object.entries(app.sessions.reads).map(([from, value]) => ({ labels: { from }, value })),
  );
  metrics.add(
    "gauge",
    "schoolgate_background_running",
    "Work under way that no answer waits for.",
    () => app.background.running,
  );
  metrics.add(
    "counter",
    "schoolgate_background_failed_total",
    "Such work that failed.",
    () => app.background.failed,
  );
  if (databasePool === undefined) return;
  metrics.add(
    "gauge",
    "schoolgate_database_connections",
    "Connections to the database, by what they do.",
    () => {
      const { open, idle } = databasePool();
      return [
        { labels: { state: "used" }, value: open - idle },
        { labels: { state: "idle" }, value: idle },
      ];
    },
  );
  metrics.add(
    "gauge",
    "schoolgate_database_connections_max",
    "Connections at most.",
    () => databasePool().max,
  );
  metrics.add(
    "gauge",
    "schoolgate_database_waiting",
    "Statements that wait for a connection.",
    () => databasePool().waiting,
  );
}
