import { readConfig } from "../config.ts";
import { onEverySchool, runCommand } from "../database/run-command.ts";
import { readCommand, USAGE } from "./command-line.ts";
import { performRelease, ReleaseRefused } from "./publish.ts";

process.exitCode = await runCommand({
  read: readCommand,
  usage: USAGE,
  refusals: [ReleaseRefused],
  follow: (asked) =>
    onEverySchool(readConfig(), async (db) =>
      console.log(await performRelease(db, asked, new Date())),
    ),
});
