import { PostgresDialect, type PostgresPool } from "kysely";
import type { Config } from "../config.ts";
import type { Database } from "./database.ts";
import { startEngine, type EmbeddedEngine } from "./embedded/engine.ts";
import { openEmbedded } from "./embedded/embedded-database.ts";
import type { PoolState } from "./pool-state.ts";
import { openServer } from "./server-database.ts";
import type { Tables } from "./tables.ts";
import { GuardedKysely } from "./transaction-guard.ts";

export interface ConnectedDatabase {
  readonly db: Database;
  readonly engine: "embedded" | "server";
  /** How busy the connections are. */
  pool(): PoolState;
  close(): Promise<void>;
}

type Where = Pick<Config, "dataDir" | "databaseUrl" | "databasePoolSize">;

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
    const db = over(server.pool);
    return { db, engine: "server", pool: server.state, close: () => db.destroy() };
  }
  return embedded(await openEmbedded(config.dataDir, onLost));
}

/** An embedded database that lives in memory only, empty or filled from a dump: for tests. */
export async function openInMemory(template?: string): Promise<ConnectedDatabase> {
  return embedded(await startEngine({ memory: true, template }));
}

function embedded(engine: EmbeddedEngine): ConnectedDatabase {
  const db = over(engine.pool);
  const close = async (): Promise<void> => {
    await db.destroy();
    await engine.close();
  };
  return { db, engine: "embedded", pool: () => engine.state(), close };
}

function over(pool: PostgresPool): Database {
  return new GuardedKysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
