import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { PostgresDialect, type PostgresPool } from "kysely";
import type { Config } from "../platform/config.ts";
import type { Database } from "./database.ts";
import type { EmbeddedEngine } from "./embedded/engine.ts";
import { connectToEngine } from "./embedded/admin-client.ts";
import { openAdminSocket } from "./embedded/admin-socket.ts";
import { openEmbedded } from "./embedded/embedded-database.ts";
import type { PoolState } from "./pool-state.ts";
import { asPoolClient } from "./prepared-client.ts";
import { acrossSchools } from "./scope.ts";
import { openServer } from "./server-database.ts";
import type { Tables } from "./tables.ts";
import { GuardedKysely } from "./transaction-guard.ts";
import { APP_ROLE, registerRowSecurity, type RowSecuritySite } from "./row-security.ts";
import { hashOf, readMigrations } from "./migrate.ts";

export interface ConnectedDatabase {
  /** A database that sees the rows of the running code's scope (scope.ts), and of no school without one. */
  readonly db: Database;
  /** The same database, seeing the rows of every school: for commands, which act for the whole platform. */
  readonly everySchool: Database;
  readonly engine: "embedded" | "server";
  /** Returns how many connections are open, idle and waited for. */
  pool(): PoolState;
  /** Lets commands use an embedded engine, which they could not open themselves; returns a function that ends this. */
  openAdminSocket(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

type Where = Pick<Config, "dataDir" | "databaseUrl" | "databasePoolSize" | "databaseOwnerUrl">;

/**
 * Opens the database the configuration names (OP-02); throws `DatabaseUnavailable` with a sentence for the operator.
 * `onLost` is told if the embedded engine ends by itself later: the process should then end too.
 */
export async function connectDatabase(
  config: Where,
  onLost: (error: Error) => void = () => {},
): Promise<ConnectedDatabase> {
  if (config.databaseUrl !== undefined) {
    const server = await openServer(config.databaseUrl, config.databasePoolSize);
    const { owner, closeOwner } = await openOwner(config);
    const both = overBoth(server.pool, { owner, takeRole: () => server.takeRole(APP_ROLE) });
    const close = async (): Promise<void> => {
      await both.db.destroy();
      await closeOwner();
    };
    return { ...both, engine: "server", pool: server.state, openAdminSocket: noSocket, close };
  }
  const { dataDir } = config;
  const engine = await openEmbedded(dataDir, onLost);
  return overEngine(engine, () =>
    openAdminSocket(engine.pool, { dataDir, program: programMark() }),
  );
}

export interface ReplicaConnection {
  db: Database;
  close(): Promise<void>;
}

/** Connects to a copy that follows the primary, for reading. */
export async function connectReplica(url: string, poolSize: number): Promise<ReplicaConnection> {
  const server = await openServer(url, poolSize, { mayFollow: true });
  const db = over(server.pool);
  registerRowSecurity(db, { takeRole: () => server.takeRole(APP_ROLE) });
  return { db, close: () => db.destroy() };
}

/**
 * Connects to the embedded database of the platform that runs on this data directory; returns undefined when none runs
 * or the database is on a server, where everybody connects.
 */
export async function connectToRunning(
  { dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">,
  { anyVersion = false } = {},
): Promise<Pick<ConnectedDatabase, "everySchool" | "close"> | undefined> {
  if (databaseUrl !== undefined) return undefined;
  const pool = await connectToEngine(dataDir, anyVersion ? undefined : programMark());
  if (pool === undefined) return undefined;
  const everySchool = over(pool);
  return {
    everySchool,
    close: async () => {
      await everySchool.destroy();
      await pool.end(); // a Kysely that was never used does not
    },
  };
}

const noSocket = async () => async () => {};

/** Opens the database of an embedded engine; closing it closes the engine. */
export function overEngine(
  engine: EmbeddedEngine,
  admin: ConnectedDatabase["openAdminSocket"] = noSocket,
): ConnectedDatabase {
  const both = overBoth(engine.pool, { takeRole: () => engine.takeRole(APP_ROLE) });
  const close = async (): Promise<void> => {
    await both.db.destroy();
    await engine.close();
  };
  return { ...both, engine: "embedded", pool: () => engine.state(), openAdminSocket: admin, close };
}

/** Opens a connection as the owner of the tables where `databaseOwnerUrl` names one; otherwise `owner` is undefined. */
async function openOwner({ databaseOwnerUrl: url }: Where) {
  if (url === undefined) return { owner: undefined, closeOwner: async () => {} };
  const { pool } = await openServer(url, 1);
  const owner = over(pool);
  return { owner, closeOwner: () => owner.destroy() };
}

function overBoth(
  pool: PostgresPool,
  site: RowSecuritySite,
): Pick<ConnectedDatabase, "db" | "everySchool"> {
  const db = over(pool);
  const everySchool = over(widened(pool));
  registerRowSecurity(db, site);
  registerRowSecurity(everySchool, site);
  return { db, everySchool };
}

/** Returns a pool of the same connections on which every statement sees the rows of every school. */
function widened(pool: PostgresPool): PostgresPool {
  return {
    connect: async () => {
      const client = await pool.connect();
      const send = (sql: string, parameters: readonly unknown[]) =>
        acrossSchools("command", () => client.query<Record<string, unknown>>(sql, parameters));
      return asPoolClient(send, () => client.release());
    },
    end: async () => {},
    options: pool.options,
  };
}

function over(pool: PostgresPool): Database {
  return new GuardedKysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** Returns a digest that is the same only for processes of the same version with the same migrations. */
function programMark(): string {
  const manifest = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  const marks = [version, ...readMigrations().map(hashOf)];
  return createHash("sha256").update(marks.join("\n")).digest("hex");
}
