import { readConfig } from "../../config.ts";
import type { Database } from "../../database/database.ts";
import { onEverySchool, runCommand } from "../../database/run-command.ts";
import { platformAddress } from "../../http/platform-address.ts";
import { readCommand, USAGE, type RegistryCommand } from "./command-line.ts";
import { RegistryRefused } from "./options.ts";
import { findApp, listApps, registerApp, rotateSecret } from "./registry.ts";
import { describeApp, describeList } from "./report.ts";

process.exitCode = await runCommand({
  read: readCommand,
  usage: USAGE,
  refusals: [RegistryRefused],
  follow: async (asked) => {
    const config = readConfig();
    const origin = platformAddress(config);
    await onEverySchool(config, async (db) => console.log(await follow(db, asked, origin)));
  },
});

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
