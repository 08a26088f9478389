import { Worker } from "node:worker_threads";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";
import { asPoolClient, sendStatement } from "../prepared-client.ts";
import { valueTypes } from "../value-types.ts";
import { Gate } from "./gate.ts";
import type { EngineSource } from "./open.ts";
import { Wire } from "./wire.ts";
import type { FromWorker, ToWorker } from "./worker.ts";

/** The longest anybody waits for someone else's transaction; an import of a whole district takes seconds. */
const PATIENCE_MS = 60_000;

/** The engine did not open; `log` is what PostgreSQL said. */
export class EngineFailure extends Error {
  override name = "EngineFailure";
  readonly code: string | undefined;
  readonly log: string;
  constructor(failed: { message: string; code: string | undefined; log: string }) {
    super(failed.message);
    this.code = failed.code;
    this.log = failed.log;
  }
}

export interface EmbeddedEngine {
  readonly pool: PostgresPool;
  /** Sends one statement outside of any transaction, waiting for its turn. */
  run(sql: string): Promise<pg.QueryResult<Record<string, unknown>>>;
  /** Writes everything down and ends the thread. */
  close(): Promise<void>;
}

/** Starts the engine in its thread. `onLost` is told if it ends by itself; nothing can be saved any more then. */
export async function startEngine(
  source: EngineSource,
  onLost: (error: Error) => void = () => {},
): Promise<EmbeddedEngine> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData: source });
  await opened(worker);
  const client = new pg.Client({
    stream: () => new Wire(worker),
    pipeline: true,
    ssl: false,
    user: "postgres",
    database: "postgres",
    types: valueTypes,
  });
  let closing = false;
  client.on("error", (error) => {
    if (!closing) onLost(error);
  });
  await client.connect();

  const gate = new Gate(PATIENCE_MS);
  return {
    pool: {
      connect: () => Promise.resolve(lease(client, gate)),
      end: () => Promise.resolve(),
      options: {},
    },
    run: (sql) => gate.pass(() => client.query(sql)),
    close: async () => {
      closing = true;
      await gate.pass(() => closed(worker));
      await worker.terminate();
    },
  };
}

/** One borrower of the one connection. From `begin` until it is given back it has the connection to itself. */
function lease(client: pg.Client, gate: Gate): PostgresPoolClient {
  let owns = false;
  return asPoolClient(
    (sql, parameters) => {
      const send = () => sendStatement(client, sql, parameters);
      if (owns) return send();
      if (!/^(begin|start transaction)\b/.test(sql)) return gate.pass(send);
      return gate.enter(() => {
        owns = true;
        return send();
      });
    },
    (isBroken) => {
      if (!owns) return;
      owns = false;
      // sent before whatever the gate lets in next
      if (isBroken) void client.query("rollback").catch(() => {});
      gate.leave();
    },
  );
}

function opened(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once("error", reject);
    worker.once("message", (message: FromWorker) => {
      worker.off("error", reject);
      if ("failed" in message) {
        reject(new EngineFailure(message.failed));
        void worker.terminate();
      } else resolve();
    });
  });
}

function closed(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.on("message", (message: FromWorker) => {
      if ("closed" in message) resolve();
    });
    worker.once("exit", () => resolve());
    worker.postMessage({ close: true } satisfies ToWorker);
  });
}
