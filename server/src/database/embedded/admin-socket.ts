import { chmodSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { deserialize, serialize } from "node:v8";
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import { acrossSchools } from "../scope.ts";
import { WaitedTooLong } from "./connection-mutex.ts";

/*
 * The admin socket: the process that holds the embedded engine, which no other may open, sends the statements of
 * operators' commands to it. Each message is a line; the server speaks first.
 */

export const ADMIN_SOCKET = "admin.sock";

/** The first message of the server. */
export interface Hello {
  /** The digest of the running program (`programMark`): commands of another version would not know its tables. */
  program: string;
}

/** One statement. From `begin` to `commit` or `rollback` a connection has the engine to itself. */
export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/** The answer to each statement, in order. */
export type Answer =
  | { result: Result }
  /** The database's error, with all its fields. */
  | { failed: { message: string; [field: string]: unknown } }
  /** The statement was not run, for a reason that the operator can wait for. */
  | { refused: string };

type Result = PostgresQueryResult<Record<string, unknown>>;

/** Systems allow about a hundred bytes for the path of a socket. */
const LONGEST_PATH = 100;
/**
 * The prefix of the folder in which a socket is made: short, so that `.s-XXXXXX/s` fits wherever its final path does.
 */
const ASIDE = ".s-";
/**
 * Milliseconds that a command may be idle within a transaction, while everybody waits for it. Shorter than they wait,
 * so that a suspended command costs them time only.
 */
const IDLE_MS = 30_000;

/** Returns the path of a data directory's socket; undefined on Windows, and where the path is too long. */
export function adminSocketIn(dataDir: string): string | undefined {
  const path = join(dataDir, ADMIN_SOCKET);
  return process.platform === "win32" || Buffer.byteLength(path) > LONGEST_PATH ? undefined : path;
}

/** Sends one value in V8's own form, in which dates, bytes and `undefined` stay such. */
export function sendMessage(socket: Socket, value: Hello | Statement | Answer): void {
  socket.write(`${serialize(value).toString("base64")}\n`);
}

/** Yields the values that arrive, until the connection ends. */
export async function* readMessages(socket: Socket): AsyncGenerator<unknown, void> {
  const lines = createInterface({ input: socket });
  socket.once("close", () => lines.close()); // an end without a goodbye
  for await (const line of lines) yield deserialize(Buffer.from(line, "base64"));
}

export interface AdminSocketOptions {
  dataDir: string;
  program: string;
  idleMs?: number;
}

/**
 * Serves the engine to commands of the same system user. They see the rows of every school and act as the owner of the
 * tables, as on a database that they open themselves. However a connection ends, its open transaction is rolled back.
 *
 * @returns a function that closes the socket and every connection
 */
export async function openAdminSocket(
  pool: PostgresPool,
  { dataDir, program, idleMs = IDLE_MS }: AdminSocketOptions,
): Promise<() => Promise<void>> {
  const path = adminSocketIn(dataDir);
  if (path === undefined) return async () => {};
  const connections = new Map<Socket, Promise<void>>();
  const server = createServer((socket) => {
    const served = serve(socket, new AdminConnection(pool), { program, idleMs });
    connections.set(
      socket,
      served.finally(() => connections.delete(socket)),
    );
  });
  await listenPrivately(server, path);
  return async () => {
    rmSync(path, { force: true });
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of connections.keys()) socket.destroy();
    await Promise.all([closed, ...connections.values()]);
  };
}

/**
 * Listens for this system user alone. The socket is made where nobody else can come and moved once its mode is right,
 * over one that a killed process has left.
 */
async function listenPrivately(server: Server, path: string): Promise<void> {
  const aside = mkdtempSync(join(dirname(path), ASIDE));
  try {
    const made = join(aside, "s");
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(made, resolve);
    });
    chmodSync(made, 0o600);
    renameSync(made, path);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

async function serve(
  socket: Socket,
  connection: AdminConnection,
  { program, idleMs }: { program: string; idleMs: number },
): Promise<void> {
  socket.on("error", () => {}); // the end of the messages says it, too
  // not the socket's own time-out, which begins anew when what it wrote has been taken
  let idle: NodeJS.Timeout | undefined;
  try {
    sendMessage(socket, { program });
    for await (const asked of readMessages(socket)) {
      clearTimeout(idle);
      const answer = await answerTo(connection, asked as Statement);
      if (socket.destroyed) break;
      sendMessage(socket, answer);
      if (connection.isInTransaction) idle = setTimeout(() => socket.destroy(), idleMs);
    }
  } catch {
    // no message of ours: the connection ends
  } finally {
    clearTimeout(idle);
    connection.rollBack();
    socket.destroy();
  }
}

async function answerTo(
  connection: AdminConnection,
  { sql, parameters }: Statement,
): Promise<Answer> {
  try {
    const { command, rowCount, rows } = await connection.send(sql, parameters);
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
class AdminConnection {
  readonly #pool: PostgresPool;
  /** The engine's connection, held while a transaction is open. */
  #client: PostgresPoolClient | undefined;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  get isInTransaction(): boolean {
    return this.#client !== undefined;
  }

  async send(sql: string, parameters: readonly unknown[]): Promise<Result> {
    if (/^(begin|start transaction)\b/.test(sql)) return this.#begin(sql);
    if (this.#client === undefined) return this.#sendAlone(sql, parameters);
    const result = await query(this.#client, sql, parameters);
    if (/^(commit|rollback)$/.test(sql)) this.#release();
    return result;
  }

  rollBack(): void {
    this.#release(true);
  }

  /**
   * Sends one statement in a transaction of its own: the role would otherwise stay for the next statement of anybody.
   */
  async #sendAlone(sql: string, parameters: readonly unknown[]): Promise<Result> {
    await this.#begin("begin");
    try {
      const result = await this.send(sql, parameters);
      await this.send("commit", []);
      return result;
    } finally {
      this.rollBack();
    }
  }

  async #begin(sql: string): Promise<Result> {
    this.rollBack();
    this.#client = await this.#pool.connect();
    try {
      const result = await query(this.#client, sql);
      await query(this.#client, "set local role none");
      return result;
    } catch (error) {
      this.rollBack();
      throw error;
    }
  }

  #release(isBroken = false): void {
    this.#client?.release(isBroken);
    this.#client = undefined;
  }
}

function query(
  client: PostgresPoolClient,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<Result> {
  return acrossSchools("command", () => client.query<Record<string, unknown>>(sql, parameters));
}
