import { cp, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { programIn } from "../../server/test/programs.ts";
import { runServer, type Platform } from "./run-server.ts";

/**
 * Starts the product on a copy of the demo district that the run's set-up brought in once. `prepare` may change the copy
 * before the product opens it.
 */
export async function startPlatform(
  env: Record<string, string> = {},
  prepare?: (dataDir: string) => Promise<void>,
): Promise<Platform> {
  const dataDir = await mkdtemp(join(inject("runDir"), "data-"));
  await cp(inject("demoDataDir"), dataDir, { recursive: true });
  await prepare?.(dataDir);
  const platform = await runServer(dataDir, env, programIn(inject("programsDir"), "main"));
  return {
    ...platform,
    async stop() {
      await platform.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
