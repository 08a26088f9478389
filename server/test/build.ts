import { tmpdir } from "node:os";
import type { FastifyInstance } from "fastify";
import { buildApp } from "../src/app.ts";
import { readConfig, type Config } from "../src/platform/config.ts";
import type { Database } from "../src/database/database.ts";
import { enableRowSecurity } from "../src/database/row-security.ts";
import type { LogDestination } from "../src/platform/logger.ts";
import type { WebOptions } from "../src/web/routes.ts";
import { openTestDatabase } from "./database.ts";

export interface TestApp {
  app: FastifyInstance;
  db: Database;
  close(): Promise<void>;
}

export interface TestAppOptions {
  config?: Partial<Config>;
  /** False for a test that needs the rights of the tables' owner. */
  rowSecurity?: boolean;
  /** The clock of the whole app. */
  now?: () => Date;
  /** The folder of the built page. */
  web?: WebOptions;
  /** The destination of log lines. */
  log?: LogDestination;
}

/** Settings of tests: little proof of work, no required second factor, and secrets sealed without a file. */
const SECURITY = {
  PROOF_OF_WORK: "1",
  SECOND_FACTOR: "offered",
  SECRETS_KEY: "a-key-that-only-the-tests-know-of",
  // clocks of tests leap: session/administration-gate.test.ts tries it
  ADMIN_IDLE_MINUTES: "0",
};

/** Builds the real app on a clean database; send to it with `app.inject`. */
export async function buildTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { db, scoped, close } = await openTestDatabase();
  if (options.rowSecurity !== false && !(await enableRowSecurity(scoped)))
    throw new Error("row security is not enabled");
  const config: Config = {
    ...readConfig({ DEMO: "off", LOG_LEVEL: "silent", DATA_DIR: tmpdir(), ...SECURITY }),
    ...options.config,
  };
  const app = await buildApp({
    db: scoped,
    config,
    ...(options.now && { now: options.now }),
    ...(options.web && { web: options.web }),
    ...(options.log && { log: options.log }),
  });
  await app.ready();
  return {
    app,
    db,
    async close() {
      await app.close();
      await close();
    },
  };
}
