import { readConfig } from "../config.ts";
import { onEverySchool, runCommand } from "../database/run-command.ts";
import { BundleUnreadable } from "./bundle.ts";
import { readCommand, USAGE } from "./command-line.ts";
import { RosterRefused } from "./fault.ts";
import { importRoster } from "./import.ts";
import { describeReport, progressPrinter } from "./report-text.ts";

process.exitCode = await runCommand({
  read: readCommand,
  usage: USAGE,
  refusals: [BundleUnreadable, RosterRefused],
  follow: ({ path, dryRun, source }) =>
    onEverySchool(readConfig(), async (db) => {
      const report = await importRoster(db, path, {
        dryRun,
        ...(source !== undefined && { source }),
        onProgress: progressPrinter(process.stderr),
      });
      console.log(describeReport(report, dryRun));
    }),
});
