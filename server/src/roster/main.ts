import { ConfigError, readConfig } from "../config.ts";
import { connectDatabase } from "../database/connect.ts";
import { migrate } from "../database/migrate.ts";
import { DatabaseUnavailable } from "../database/unavailable.ts";
import { BundleUnreadable } from "./bundle.ts";
import { readCommand, USAGE, type ImportCommand } from "./command-line.ts";
import { RosterRefused } from "./fault.ts";
import { importRoster } from "./import.ts";
import { describeReport, progressPrinter } from "./report-text.ts";

const command = readCommand(process.argv.slice(2));
if (command) {
  process.exitCode = await run(command);
} else {
  console.error(USAGE);
  process.exitCode = 1;
}

/** Answers the exit code. */
async function run({ path, dryRun, source }: ImportCommand): Promise<number> {
  try {
    const { everySchool: db, close } = await connectDatabase(readConfig());
    try {
      await migrate(db);
      const report = await importRoster(db, path, {
        dryRun,
        ...(source !== undefined && { source }),
        onProgress: progressPrinter(process.stderr),
      });
      console.log(describeReport(report, dryRun));
    } finally {
      await close();
    }
    return 0;
  } catch (error) {
    if (!isExpected(error)) throw error;
    console.error(error.message);
    return 1;
  }
}

/** Failures whose message is written for the operator. */
function isExpected(error: unknown): error is Error {
  return [ConfigError, DatabaseUnavailable, BundleUnreadable, RosterRefused].some(
    (kind) => error instanceof kind,
  );
}
