import { createServer, type Socket } from "node:net";
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import { acrossSchools } from "../scope.ts";
import { listenPrivately, socketIn } from "./data-socket.ts";
import { readFrames, writeFrame } from "./frames.ts";
import { WaitedTooLong } from "./connection-mutex.ts";
import { type Answer, type Asked, type Hello, LENDING_SOCKET } from "./lending.ts";

/**
 * How long a command may do nothing within a transaction, while everybody waits for it. Shorter than they wait, so that
 * a command that was suspended costs them time only.
 */
const IDLE_MS = 30_000;

type Result = PostgresQueryResult<Record<string, unknown>>;

export interface Lending {
  dataDir: string;
  /** Which program lends; see `Hello`. */
  program: string;
  idleMs?: number;
}

/**
 * Lends the embedded engine, which one process alone may open, to commands of the same system user. They see the rows
 * of every school and act as the owner of the tables, as they do on a database that they open themselves. Each
 * connection is one borrower; whatever way it ends, its open transaction is undone.
 *
 * @returns ends it, and what is being borrowed with it
 */
export async function lendEngine(
  pool: PostgresPool,
  { dataDir, program, idleMs = IDLE_MS }: Lending,
): Promise<() => Promise<void>> {
  const path = socketIn(dataDir, LENDING_SOCKET);
  if (path === undefined) return async () => {};
  const borrowers = new Map<Socket, Promise<void>>();
  const server = createServer((socket) => {
    const served = serve(socket, new Borrower(pool), { program, idleMs });
    borrowers.set(
      socket,
      served.finally(() => borrowers.delete(socket)),
    );
  });
  const unlisten = await listenPrivately(server, path);
  return async () => {
    const listening = unlisten();
    for (const socket of borrowers.keys()) socket.destroy();
    await Promise.all([listening, ...borrowers.values()]);
  };
}

async function serve(
  socket: Socket,
  borrower: Borrower,
  { program, idleMs }: { program: string; idleMs: number },
): Promise<void> {
  socket.on("error", () => {}); // told to the loop below, too
  // not the socket's own bound, which begins anew when what it wrote has been taken
  let idle: NodeJS.Timeout | undefined;
  try {
    writeFrame(socket, { program } satisfies Hello);
    for await (const asked of readFrames(socket)) {
      clearTimeout(idle);
      const answer = await answerTo(borrower, asked as Asked);
      if (socket.destroyed) break;
      writeFrame(socket, answer);
      if (borrower.isInTransaction) idle = setTimeout(() => socket.destroy(), idleMs);
    }
  } catch {
    // it broke off: whoever was there has gone
  } finally {
    clearTimeout(idle);
    borrower.leave();
    socket.destroy();
  }
}

async function answerTo(borrower: Borrower, { sql, parameters }: Asked): Promise<Answer> {
  try {
    const { command, rowCount, rows } = await borrower.send(sql, parameters);
    return { result: { command, rowCount, rows } };
  } catch (error) {
    if (error instanceof WaitedTooLong) {
      return { refused: "平台正忙，等了一分钟也没有轮到这个命令，请稍后再试。" };
    }
    if (!(error instanceof Error)) throw error;
    return { failed: { ...error, message: error.message } };
  }
}

/** The statements of one connection. */
class Borrower {
  readonly #pool: PostgresPool;
  /** Has the engine to itself, from `begin` on. */
  #held: PostgresPoolClient | undefined;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  get isInTransaction(): boolean {
    return this.#held !== undefined;
  }

  async send(sql: string, parameters: readonly unknown[]): Promise<Result> {
    if (/^(begin|start transaction)\b/.test(sql)) {
      this.leave();
      const { client, result } = await this.#begin(sql);
      this.#held = client;
      return result;
    }
    if (this.#held === undefined) return this.#sendAlone(sql, parameters);
    const result = await query(this.#held, sql, parameters);
    if (/^(commit|rollback)$/.test(sql)) {
      this.#held.release();
      this.#held = undefined;
    }
    return result;
  }

  /** Undoes what is not committed and lets others in. */
  leave(): void {
    this.#held?.release(true);
    this.#held = undefined;
  }

  /** In a transaction of its own: the role would otherwise stay for whoever comes next. */
  async #sendAlone(sql: string, parameters: readonly unknown[]): Promise<Result> {
    const { client } = await this.#begin("begin");
    try {
      const result = await query(client, sql, parameters);
      await query(client, "commit");
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async #begin(sql: string): Promise<{ client: PostgresPoolClient; result: Result }> {
    const client = await this.#pool.connect();
    try {
      const result = await query(client, sql);
      await query(client, "set local role none");
      return { client, result };
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}

function query(
  client: PostgresPoolClient,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<Result> {
  return acrossSchools("command", () => client.query<Record<string, unknown>>(sql, parameters));
}
