import { ConfigError, readConfig } from "../config.ts";
import { connectDatabase } from "../database/connect.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { DatabaseUnavailable } from "../database/unavailable.ts";
import { headText } from "./chain.ts";
import { readCommand, USAGE, type AuditCommand } from "./command-line.ts";
import { cut } from "./cut.ts";
import { listEntries } from "./list.ts";
import { describeEntries, describeVerdict } from "./report.ts";
import { seal } from "./seal.ts";
import { verify } from "./verify.ts";

const command = readCommand(process.argv.slice(2));
if (command === undefined) {
  console.error(USAGE);
  process.exitCode = 1;
} else {
  process.exitCode = await run(command);
}

/** Answers the exit code. */
async function run(asked: AuditCommand): Promise<number> {
  try {
    const { everySchool: db, close } = await connectDatabase(readConfig());
    try {
      await migrate(db);
      return await follow(db, asked);
    } finally {
      await close();
    }
  } catch (error) {
    const expected = [ConfigError, DatabaseUnavailable];
    if (!(error instanceof Error) || !expected.some((kind) => error instanceof kind)) throw error;
    console.error(error.message);
    return 1;
  }
}

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
