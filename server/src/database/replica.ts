import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { atMost } from "../platform/at-most.ts";
import { connectReplica, type ReplicaConnection } from "./connect.ts";
import type { Database } from "./database.ts";
import { enableRowSecurity } from "./row-security.ts";
import { isTransient } from "./unavailable.ts";

declare module "fastify" {
  interface FastifyInstance {
    replica: Replica;
  }
}

/** The most milliseconds that a replica may lie behind; beyond it everything is read from the primary. */
const BEHIND_MS = 1000;
const LOOK_EVERY_MS = 250;
/**
 * The cookie with the moment at which a person wrote: until all have surely taken it in, they are answered from the primary,
 * and by no node from what it read before.
 */
const WROTE = "wrote";
const WROTE_SECONDS = 2;
const MAX_WRITERS = 10_000;

/**
 * Reads that may be a second old, from a copy of the database that follows the primary (OP-02). Without one, while it
 * lies behind, and for a person who has just written, they are read from the primary.
 */
export class Replica {
  readonly #primary: Database;
  readonly #url: string | undefined;
  readonly #poolSize: number;
  readonly #writers = new LRUCache<string, true>({
    ...atMost(MAX_WRITERS),
    ttl: WROTE_SECONDS * 1000,
  });
  readonly #ending = new AbortController();
  #watching: Promise<void> | undefined;
  #connection: ReplicaConnection | undefined;
  /** The last moment, of `performance.now()`, whose writes the replica is known to have. */
  #freshAt = Number.NEGATIVE_INFINITY;

  constructor(
    primary: Database,
    { url, poolSize }: { url?: string | undefined; poolSize: number },
  ) {
    this.#primary = primary;
    this.#url = url;
    this.#poolSize = poolSize;
  }

  /** Begins to follow the replica, where one is configured, and to note who writes, where there may be other nodes. */
  follow(app: FastifyInstance): void {
    const url = this.#url;
    if (app.config.databaseUrl === undefined) return;
    app.addHook("onSend", async ({ method, sessionRecord, protocol }, reply) => {
      if (method === "GET" || !sessionRecord) return;
      this.#writers.set(sessionRecord.person.id, true);
      reply.setCookie(WROTE, String(app.now().getTime()), {
        ...{ path: "/", httpOnly: true, sameSite: "lax", secure: protocol === "https" },
        maxAge: WROTE_SECONDS,
      });
    });
    if (url === undefined) return;
    this.#watching = this.#watch(url);
    app.addHook("onClose", () => this.#close());
  }

  /** True while the replica is no more than a second behind. */
  get isFresh(): boolean {
    return performance.now() - this.#freshAt <= BEHIND_MS;
  }

  /** Runs a piece of reading for a request; on the primary once more where the replica fails in the middle. */
  async read<T>(request: FastifyRequest, work: (db: Database) => Promise<T>): Promise<T> {
    const connection = this.#connection;
    if (connection === undefined || !this.isFresh || this.hasWritten(request)) {
      return work(this.#primary);
    }
    try {
      return await work(connection.db);
    } catch (error) {
      // it also cancels a statement that stands in the way of what it takes in
      if (!isTransient(error)) throw error;
      this.#freshAt = Number.NEGATIVE_INFINITY;
      return work(this.#primary);
    }
  }

  /** Returns whether the caller has written within the last moments, on whichever node: then nothing kept is for them. */
  hasWritten({ raw, server, sessionRecord }: FastifyRequest): boolean {
    if (cookieOf(raw, server) !== undefined) return true;
    return sessionRecord !== null && this.#writers.has(sessionRecord.person.id);
  }

  /** Returns when the caller has written within the last moments, on whichever node, in milliseconds; 0 where not. */
  wroteAt({ raw, server }: FastifyRequest): number {
    const at = Number(cookieOf(raw, server) ?? 0);
    const age = server.now().getTime() - at;
    return age >= 0 && age <= WROTE_SECONDS * 1000 ? at : 0;
  }

  async #watch(url: string): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      try {
        this.#connection ??= await this.#open(url);
        await this.#look(this.#connection.db);
      } catch {
        // not reached: what is read comes from the primary, and the next look tries again
      }
      await wait(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Connects; only as the role that sees a scope's rows alone, as on the primary. */
  async #open(url: string): Promise<ReplicaConnection> {
    const connection = await connectReplica(url, this.#poolSize);
    try {
      if (await enableRowSecurity(connection.db)) return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
    await connection.close();
    throw new Error("the replica has no row-level security");
  }

  /** Compares how far the replica has come with where the primary was before. */
  async #look(replica: Database): Promise<void> {
    const at = performance.now();
    const { rows: written } = await sql<{ lsn: string }>`
      select pg_current_wal_lsn()::text as lsn`.execute(this.#primary);
    const lsn = written[0]?.lsn ?? "";
    while (performance.now() - at <= BEHIND_MS && !this.#ending.signal.aborted) {
      const { rows } = await sql<{ has: boolean }>`
        select pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as has`.execute(replica);
      if (rows[0]?.has === true) {
        this.#freshAt = at;
        return;
      }
      await wait(LOOK_EVERY_MS / 5);
    }
  }

  async #close(): Promise<void> {
    this.#ending.abort();
    await this.#watching;
    await this.#connection?.close();
  }
}

function cookieOf({ headers }: FastifyRequest["raw"], app: FastifyInstance): string | undefined {
  const { cookie } = headers;
  return cookie?.includes(WROTE) === true ? app.parseCookie(cookie)[WROTE] : undefined;
}
