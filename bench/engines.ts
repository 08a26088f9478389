import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectDatabase } from "../server/src/database/connect.ts";
import type { Database } from "../server/src/database/database.ts";
import { readConfig } from "../server/src/platform/config.ts";
import { noPostgres, query, startPostgres, type TestServer } from "../server/test/postgres.ts";
import { cpuMs, cpuMsOfChildren, parentOf } from "./process.ts";

export type Engine = "server" | "embedded";

/** Data of a measurement's own on one engine. */
export interface Site {
  engine: Engine;
  dataDir: string;
  /** Settings of a node that lead to the data. */
  settings: Record<string, string>;
  /** Works with the database while no node has it, if it is the embedded one. */
  within<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Returns the processor time in ms that the engine has used so far; 0 for the embedded one, which is the node's own. */
  engineCpuMs(): number;
  /** Returns the statements that took longest so far, one a line; none unless they are counted. */
  statements(): Promise<string[]>;
}

/**
 * Measures on each engine, or on one of them, with fresh data that goes with it. The server is left out where the machine has
 * none.
 *
 * @param counts whether the server counts its statements, which costs it a few in a hundred
 */
export async function onEngines(
  { only, counts = false }: { only: string | undefined; counts?: boolean },
  measure: (site: Site) => Promise<void>,
): Promise<void> {
  const engines: Engine[] = noPostgres() ? ["embedded"] : ["server", "embedded"];
  for (const engine of engines) {
    if (only !== undefined && only !== engine) continue;
    const postgres = engine === "server" ? await startPostgres() : undefined;
    const dataDir = await mkdtemp(join(tmpdir(), "schoolgate-bench-"));
    try {
      await measure(await siteOn(engine, dataDir, { postgres, counts }));
    } finally {
      await postgres?.remove();
      await rm(dataDir, { recursive: true, force: true });
    }
  }
}

async function siteOn(
  engine: Engine,
  dataDir: string,
  { postgres, counts }: { postgres: TestServer | undefined; counts: boolean },
): Promise<Site> {
  const url = await postgres?.createDatabase("bench");
  const settings: Record<string, string> = url === undefined ? {} : { DATABASE_URL: url };
  const config = readConfig({ DATA_DIR: dataDir, ...settings });
  if (counts && postgres !== undefined && url !== undefined) await countStatements(postgres, url);
  let main = 0;
  if (url !== undefined) {
    const named = "select pid from pg_stat_activity where backend_type = 'checkpointer'";
    const [own] = await query(url, named);
    main = parentOf(Number(own?.["pid"]));
  }
  return {
    ...{ engine, dataDir, settings },
    async within(work) {
      const { everySchool, close } = await connectDatabase(config);
      try {
        return await work(everySchool);
      } finally {
        await close();
      }
    },
    engineCpuMs: () => (main === 0 ? 0 : cpuMs(main) + cpuMsOfChildren(main)),
    async statements() {
      if (!counts || url === undefined) return [];
      const rows = await query(
        url,
        `select round(total_exec_time) || ' ms  ' || calls || ' calls  ' ||
           left(regexp_replace(query, '\\s+', ' ', 'g'), 160) as line
         from pg_stat_statements order by total_exec_time desc limit 25`,
      );
      await query(url, "select pg_stat_statements_reset()");
      return rows.map(({ line }) => String(line));
    },
  };
}

/** Has a server count its statements, those of checks and functions as well. */
async function countStatements(postgres: TestServer, url: string): Promise<void> {
  await query(url, "alter system set shared_preload_libraries = 'pg_stat_statements'");
  await postgres.stop("fast");
  await postgres.start();
  await query(url, "alter system set pg_stat_statements.track = 'all'");
  await query(url, "select pg_reload_conf()");
  await query(url, "create extension pg_stat_statements");
}
