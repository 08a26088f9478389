import { PostgresDialect, type PostgresPool } from "kysely";
import type { Config } from "../config.ts";
import type { Database } from "./database.ts";
import { startEngine } from "./embedded/engine.ts";
import { openEmbedded } from "./embedded/embedded-database.ts";
import { openServer } from "./server-database.ts";
import type { Tables } from "./tables.ts";
import { GuardedKysely } from "./transaction-guard.ts";

export interface ConnectedDatabase {
  readonly db: Database;
  readonly engine: "embedded" | "server";
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
    const db = over(await openServer(config.databaseUrl, config.databasePoolSize));
    return { db, engine: "server", close: () => db.destroy() };
  }
  const engine = await openEmbedded(config.dataDir, onLost);
  return embedded(engine.pool, () => engine.close());
}

/** An embedded database that lives in memory only, empty or filled from a dump: for tests. */
export async function openInMemory(template?: string): Promise<ConnectedDatabase> {
  const engine = await startEngine({ memory: true, template });
  return embedded(engine.pool, () => engine.close());
}

function embedded(pool: PostgresPool, end: () => Promise<void>): ConnectedDatabase {
  const db = over(pool);
  const close = async (): Promise<void> => {
    await db.destroy();
    await end();
  };
  return { db, engine: "embedded", close };
}

function over(pool: PostgresPool): Database {
  return new GuardedKysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
