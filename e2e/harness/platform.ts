import { randomBytes } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { query, urlOf } from "../../server/test/postgres.ts";
import { programIn } from "../../server/test/programs.ts";
import { runServer, type Platform } from "./run-server.ts";

/**
 * Starts the product on a copy of the demo district that the run's set-up brought in once. `prepare` may change the copy
 * before the product opens it. Where `TEST_DATABASE_URL` names a server, platforms without `prepare` run on it, as two
 * nodes behind one port.
 */
export async function startPlatform(
  env: Record<string, string> = {},
  prepare?: (dataDir: string) => Promise<void>,
): Promise<Platform> {
  const dataDir = await mkdtemp(join(inject("runDir"), "data-"));
  await cp(inject("demoDataDir"), dataDir, { recursive: true });
  await prepare?.(dataDir);
  const database = prepare === undefined ? await databaseOnServer() : undefined;
  const program = programIn(inject("programsDir"), "main");
  const platform = await runServer(dataDir, { ...database?.env, ...env }, program);
  return {
    ...platform,
    async stop() {
      await platform.stop();
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Makes a copy of the demo district on the server of `TEST_DATABASE_URL`; undefined where there is none. */
async function databaseOnServer() {
  const demo = inject("demoOnServer");
  if (demo === undefined) return undefined;
  const name = `schoolgate_e2e_${randomBytes(6).toString("hex")}`;
  await query(demo.server, `create database ${name} template ${demo.template}`);
  return {
    env: {
      DATABASE_URL: urlOf(demo.server, name),
      DATABASE_POOL_SIZE: "4",
      WORKERS: "2",
      DEMO: "on",
    },
    drop: () => query(demo.server, `drop database ${name} with (force)`),
  };
}
