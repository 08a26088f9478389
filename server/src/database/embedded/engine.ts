import { Worker } from "node:worker_threads";
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg from "pg";
import type { PoolState } from "../pool-state.ts";
import { asPoolClient, sendStatement } from "../prepared-client.ts";
import { currentScope } from "../scope.ts";
import { prepareScope } from "../scoped-query.ts";
import { valueTypes } from "../value-types.ts";
import { ConnectionMutex } from "./connection-mutex.ts";
import type { EngineSource } from "./open.ts";
import { Wire } from "./wire.ts";
import type { FromWorker, Task, ToWorker } from "./worker.ts";

/** Milliseconds that anybody waits for someone else's transaction; an import of a whole district takes seconds. */
const TRANSACTION_TIMEOUT_MS = 60_000;

/** Thrown when the engine did not open; `log` is PostgreSQL's own output. */
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
  /** Returns the use of the one connection. */
  state(): PoolState;
  /** Sends one statement outside of any transaction, waiting for its turn. */
  run(sql: string): Promise<PostgresQueryResult<Record<string, unknown>>>;
  /** Runs everything from now on as this role, which may also do the work of maintenance. */
  takeRole(role: string): Promise<void>;
  /** Writes everything down and ends the thread. */
  close(): Promise<void>;
}

type Send = (
  sql: string,
  parameters: readonly unknown[],
  scope: string,
) => Promise<PostgresQueryResult<Record<string, unknown>>>;

/** Starts the engine in its thread. `onLost` is called if it ends by itself: nothing can be saved after that. */
export async function startEngine(
  source: EngineSource,
  onLost: (error: Error) => void = () => {},
): Promise<EmbeddedEngine> {
  const worker = await startThread(source);
  const client = new pg.Client({
    stream: () => new Wire(worker),
    pipeline: true,
    ssl: false,
    user: "postgres",
    database: "postgres",
    types: valueTypes,
  });
  let ended = false;
  const lose = (error: Error): void => {
    if (ended) return;
    ended = true;
    void worker.terminate();
    onLost(error);
  };
  client.on("error", lose);
  await client.connect();
  await prepareScope(client);

  const mutex = new ConnectionMutex(TRANSACTION_TIMEOUT_MS);
  const send: Send = async (sql, parameters, scope) => {
    try {
      return await sendStatement(client, sql, parameters, { scope });
    } catch (error) {
      if (isPanic(error)) lose(error);
      throw error;
    }
  };
  return {
    pool: {
      connect: () => Promise.resolve(lease(send, mutex)),
      end: () => Promise.resolve(),
      options: {},
    },
    state: () => ({ max: 1, open: 1, idle: mutex.taken ? 0 : 1, waiting: mutex.waiting }),
    run: (sql) => mutex.run(() => send(sql, [], "")),
    takeRole: async (role) => {
      const name = pg.escapeIdentifier(role);
      const script = `reset role; grant maintain on all tables in schema public to ${name};
        grant pg_checkpoint to ${name}; set role ${name}`;
      await mutex.run(() => client.query(script));
    },
    close: async () => {
      ended = true;
      await mutex.run(() => closed(worker));
      await worker.terminate();
    },
  };
}

/** Returns a client of the one connection. From `begin` until it is released it has the connection to itself. */
function lease(send: Send, mutex: ConnectionMutex): PostgresPoolClient {
  let owns = false;
  return asPoolClient(
    (sql, parameters) => {
      // now, and not when its turn has come: whoever lets it in is somebody else
      const scope = currentScope();
      if (owns) return send(sql, parameters, scope);
      if (!/^(begin|start transaction)\b/.test(sql)) {
        return mutex.run(() => send(sql, parameters, scope));
      }
      return mutex.acquire(() => {
        owns = true;
        return send(sql, parameters, scope);
      });
    },
    (isBroken) => {
      if (!owns) return;
      owns = false;
      // sent before whatever the mutex lets in next
      if (isBroken) send("rollback", [], "").catch(() => {});
      mutex.release();
    },
  );
}

/** Makes the files of a new database, in a thread of its own: it takes 400 MB that go with the thread. */
export async function createFiles(directory: string): Promise<void> {
  const worker = await startThread({ create: directory });
  await worker.terminate();
}

async function startThread(task: Task): Promise<Worker> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData: task });
  await opened(worker);
  return worker;
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

/**
 * Returns whether PostgreSQL has ended with this error. A server would restart itself; a single process cannot, and
 * would never answer again.
 */
function isPanic(error: unknown): error is Error {
  return error instanceof pg.DatabaseError && /^(PANIC|FATAL)$/.test(error.severity ?? "");
}
