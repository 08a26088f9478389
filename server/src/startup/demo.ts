import type { Config } from "../platform/config.ts";
import type { Database } from "../database/database.ts";
import { analyze } from "../database/analyze.ts";
import { platformAddress } from "../platform/platform-address.ts";
import type { Progress } from "../roster/import.ts";
import { explainListening } from "./port.ts";

/** Imports the demo district; returns whether anything was missing. The demo's code is loaded only for that. */
export async function bringDemoIn(
  db: Database,
  config: Config,
  say: (line: string) => void,
): Promise<boolean> {
  const { DEMO_SOURCE, loadDemo } = await import("../../../demo/load.ts");
  const { loadLessons } = await import("../../../demo/lessons/load-lessons.ts");
  const tell = ({ step, done, total }: Progress) => {
    if (total > 0 && done === total) say(`      ${step} ${done}`);
  };
  const hasNewPeople = await loadDemo(db, config, tell);
  const hasNewLessons = await loadLessons(db, DEMO_SOURCE, tell);
  if (hasNewLessons) await analyze(db);
  return hasNewPeople || hasNewLessons;
}

/** Starts the server behind the demo's tiles; returns a function that closes it. */
export async function openDemoApps(config: Config): Promise<() => Promise<void>> {
  const { startDemoApps } = await import("../../../demo/apps/server.ts");
  const { demoAppAddress } = await import("../../../demo/load.ts");
  const { host, demoAppPort: port } = config;
  const platformUrl = platformAddress(config);
  const ownUrl = demoAppAddress(config);
  try {
    const { close } = await startDemoApps({ port, host, platformUrl, ownUrl });
    return close;
  } catch (error) {
    return explainListening(error, host, port, "DEMO_APP_PORT");
  }
}
