import { readConfig } from "../../config.ts";
import { onEverySchool, runCommand } from "../../database/run-command.ts";
import { readCommand, USAGE } from "./command-line.ts";
import { ContentRefused } from "./fault.ts";
import { importContent } from "./import.ts";
import { describeReport } from "./report.ts";

process.exitCode = await runCommand({
  read: readCommand,
  usage: USAGE,
  refusals: [ContentRefused],
  follow: ({ path, dryRun }) =>
    onEverySchool(readConfig(), async (db) => {
      const report = await importContent(db, path, { dryRun, now: new Date() });
      console.log(describeReport(report, dryRun));
    }),
});
