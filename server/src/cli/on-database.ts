import { connectToRunning, connectDatabase, type ConnectedDatabase } from "../database/connect.ts";
import type { Database } from "../database/database.ts";
import { DirectoryInUse } from "../database/embedded/lock.ts";
import { migrate } from "../database/migrate.ts";
import { DatabaseUnavailable } from "../database/unavailable.ts";
import { readConfig, type Config } from "../platform/config.ts";

/**
 * Runs an operator's work on the rows of every school, in a database of the newest schema. Where a platform runs on the
 * embedded database, the work goes through its admin socket; that platform has migrated it.
 */
export async function onDatabase<T>(
  work: (db: Database) => Promise<T>,
  config: Config = readConfig(),
): Promise<T> {
  const { everySchool, close } = (await connectToRunning(config)) ?? (await openMigrated(config));
  try {
    return await work(everySchool);
  } finally {
    await close();
  }
}

async function openMigrated(
  config: Config,
): Promise<Pick<ConnectedDatabase, "everySchool" | "close">> {
  const { everySchool, close } = await connectDatabase(config).catch(explainInUse);
  try {
    await migrate(everySchool);
    return { everySchool, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Throws the sentence for a data directory whose process serves no commands, at least not now. */
function explainInUse(error: unknown): never {
  if (!(error instanceof DirectoryInUse)) throw error;
  const { path, holder, cause } = error;
  throw new DatabaseUnavailable(
    `数据目录 ${path} 正被另一个进程${holder}使用：平台正在启动或停止，或者另一个命令正在执行。请稍后再试；如果一直这样，请先停止它。`,
    { cause },
  );
}
