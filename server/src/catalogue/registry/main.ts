import { ConfigError, readConfig } from "../../config.ts";
import { connectDatabase } from "../../database/connect.ts";
import type { Database } from "../../database/database.ts";
import { migrate } from "../../database/migrate.ts";
import { DatabaseUnavailable } from "../../database/unavailable.ts";
// eslint-disable-next-line no-restricted-imports -- a command joins features, as the server's own main.ts does
import { platformAddress } from "../../launch/address.ts";
import { readCommand, USAGE, type RegistryCommand } from "./command-line.ts";
import { RegistryRefused } from "./options.ts";
import { findApp, listApps, registerApp, rotateSecret } from "./registry.ts";
import { describeApp, describeList } from "./report.ts";

process.exitCode = await run(process.argv.slice(2));

/** Answers the exit code. */
async function run(args: readonly string[]): Promise<number> {
  try {
    const command = readCommand(args);
    if (command === undefined) {
      console.error(USAGE);
      return 1;
    }
    const config = readConfig();
    const { everySchool: db, close } = await connectDatabase(config);
    try {
      await migrate(db);
      console.log(await follow(db, command, platformAddress(config)));
    } finally {
      await close();
    }
    return 0;
  } catch (error) {
    const expected = [ConfigError, DatabaseUnavailable, RegistryRefused];
    if (!(error instanceof Error) || !expected.some((kind) => error instanceof kind)) throw error;
    console.error(error.message);
    return 1;
  }
}

async function follow(db: Database, command: RegistryCommand, origin: string): Promise<string> {
  switch (command.do) {
    case "list":
      return describeList(await listApps(db));
    case "show":
      return describeApp({ app: await findApp(db, command.id) }, origin);
    case "rotate-secret": {
      const rotated = await rotateSecret(db, command.id);
      return `已换新密钥，旧的立即失效。\n${describeApp(rotated, origin)}`;
    }
    case "register": {
      const registered = await registerApp(db, command.id, command.given);
      return `${registered.is_new ? "已登记。" : "已更新。"}\n${describeApp(registered, origin)}`;
    }
  }
}
