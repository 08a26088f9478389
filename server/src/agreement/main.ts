import { readConfig } from "../config.ts";
import { onEverySchool, runCommand } from "../database/run-command.ts";
import { AgreementRefused } from "./agreement-refused.ts";
import { readCommand, USAGE } from "./command-line.ts";
import { performAgreement } from "./perform.ts";

process.exitCode = await runCommand({
  read: readCommand,
  usage: USAGE,
  refusals: [AgreementRefused],
  follow: (asked) =>
    onEverySchool(readConfig(), async (db) =>
      console.log(await performAgreement(db, asked, new Date())),
    ),
});
