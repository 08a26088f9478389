import { readConfig } from "../config.ts";
import type { Database } from "../database/database.ts";
import { onEverySchool, runCommand } from "../database/run-command.ts";
import { headText } from "./chain.ts";
import { readCommand, USAGE, type AuditCommand } from "./command-line.ts";
import { cut } from "./cut.ts";
import { listEntries } from "./list.ts";
import { describeEntries, describeVerdict } from "./report.ts";
import { seal } from "./seal.ts";
import { verify } from "./verify.ts";

process.exitCode = await runCommand({
  read: readCommand,
  usage: USAGE,
  refusals: [],
  follow: (asked) => onEverySchool(readConfig(), (db) => follow(db, asked)),
});

async function follow(db: Database, asked: AuditCommand): Promise<number> {
  const now = new Date();
  switch (asked.do) {
    case "list": {
      const entries = await listEntries(db, asked);
      const lines = asked.json
        ? entries.map((entry) => JSON.stringify(entry)).join("\n")
        : describeEntries(entries);
      console.log(lines);
      return 0;
    }
    case "verify": {
      const verdict = await verify(db, now, asked.kept);
      console.log(describeVerdict(verdict));
      return verdict.faultCount === 0 ? 0 : 1;
    }
    case "head": {
      while ((await seal(db)) > 0);
      const head = await db.selectFrom("audit_head").selectAll().executeTakeFirstOrThrow();
      console.log(headText(head));
      return 0;
    }
    case "cut":
      console.log(`清理了 ${await cut(db, asked.before, now)} 条。`);
      return 0;
  }
}
