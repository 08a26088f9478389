import { ConfigError, readConfig } from "../config.ts";
import { connectDatabase } from "../database/connect.ts";
import { migrate } from "../database/migrate.ts";
import { DatabaseUnavailable } from "../database/unavailable.ts";
import { readCommand, USAGE, type ReleaseCommand } from "./command-line.ts";
import { performRelease, ReleaseRefused } from "./publish.ts";

const command = readCommand(process.argv.slice(2));
if (command === undefined) {
  console.error(USAGE);
  process.exitCode = 1;
} else {
  process.exitCode = await run(command);
}

/** Answers the exit code. */
async function run(asked: ReleaseCommand): Promise<number> {
  try {
    const { everySchool: db, close } = await connectDatabase(readConfig());
    try {
      await migrate(db);
      console.log(await performRelease(db, asked, new Date()));
    } finally {
      await close();
    }
    return 0;
  } catch (error) {
    const expected = [ConfigError, DatabaseUnavailable, ReleaseRefused];
    if (!(error instanceof Error) || !expected.some((kind) => error instanceof kind)) throw error;
    console.error(error.message);
    return 1;
  }
}
