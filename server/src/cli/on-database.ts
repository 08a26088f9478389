import { connectToRunning, connectDatabase, type ConnectedDatabase } from "../database/connect.ts";
import type { Database } from "../database/database.ts";
import { isCreated } from "../database/embedded/embedded-database.ts";
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
  const isNew = config.databaseUrl === undefined && !isCreated(config.dataDir);
  const { everySchool, close } = await connectDatabase(config).catch(explainInUse);
  if (isNew) process.stderr.write(`${newDatabaseIn(config.dataDir)}\n`);
  try {
    await migrate(everySchool);
    return { everySchool, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns the line that tells whoever forgot to name the platform's database that this is another one. */
function newDatabaseIn(dataDir: string): string {
  return `注意：数据目录 ${dataDir} 里没有数据库，新建了一个空的。平台的数据不在这里的话，请让命令和平台用同样的 DATA_DIR 或 DATABASE_URL。`;
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
