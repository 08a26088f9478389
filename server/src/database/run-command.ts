import { ConfigError, type Config } from "../config.ts";
import { borrowFromRunning, connectDatabase, type ConnectedDatabase } from "./connect.ts";
import type { Database } from "./database.ts";
import { DirectoryInUse } from "./embedded/lock.ts";
import { migrate } from "./migrate.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

type ErrorKind = abstract new (...given: never[]) => Error;

/** An operator's command line. */
export interface CommandLine<Command> {
  /** What the words after the command's name ask for; undefined when they ask for nothing that there is. */
  read: (args: string[]) => Command | undefined;
  usage: string;
  /** Errors of the command's own whose message is one sentence for the operator. */
  refusals: readonly ErrorKind[];
  /** Does it; answers the exit code where it may be another than 0. */
  follow: (command: Command) => Promise<number | void>;
}

/**
 * Reads the process's arguments and follows them; answers the exit code. What is expected to go wrong ends in its
 * sentence and 1, as words that ask for nothing end in the usage and 1; anything else is a bug and is thrown.
 */
export async function runCommand<Command>({
  read,
  usage,
  refusals,
  follow,
}: CommandLine<Command>): Promise<number> {
  try {
    const command = read(process.argv.slice(2));
    if (command !== undefined) return (await follow(command)) ?? 0;
    console.error(usage);
  } catch (error) {
    const expected = [ConfigError, DatabaseUnavailable, ...refusals];
    if (!(error instanceof Error) || !expected.some((kind) => error instanceof kind)) throw error;
    console.error(error.message);
  }
  return 1;
}

/**
 * Does an operator's work on the rows of every school, in a database of the newest schema. A platform that runs on the
 * embedded database lends it meanwhile, and has migrated it.
 */
export async function onEverySchool<T>(
  config: Config,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { everySchool, close } = (await borrowFromRunning(config)) ?? (await openMigrated(config));
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

/** Who holds the directory does not lend it, at least not now. */
function explainInUse(error: unknown): never {
  if (!(error instanceof DirectoryInUse)) throw error;
  const { path, holder, cause } = error;
  throw new DatabaseUnavailable(
    `数据目录 ${path} 正被另一个进程${holder}使用：平台正在启动或停止，或者另一个命令正在执行。请稍后再试；如果一直这样，请先停止它。`,
    { cause },
  );
}
