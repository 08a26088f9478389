import type { Database } from "../database/database.ts";
import { command, flag, text } from "./command.ts";

export const ROSTER_COMMANDS = [
  command("roster import", {
    about:
      "导入 OneRoster 1.2 的 CSV 名册（文件夹或 zip 文件）\n任何一处有问题都不会写入；同一份名册再导入一次不会有变化。列、模板和例子见 docs/roster.md。",
    places: ["文件夹或 zip 文件"],
    options: {
      reason: text(
        "原因",
        "变动大、被拦下时写明为什么要这样改；200 项以内就此应用，更多的在“变更”里等另一位管理员审批",
      ),
      "dry-run": flag("只检查，并说明会有哪些变化，不写入"),
      source: text("来源", "名册来源的代码，默认取 manifest.csv 里的 source.systemCode"),
      passwords: text(
        "新文件",
        "给每个新人一个各不相同的初始密码，连同账号写进这个 CSV 文件；只有这一份，请妥善转告后销毁",
      ),
      "keep-passwords": flag("照用名册里的初始密码，不另外生成；没有写的人暂时没有密码"),
    },
    run: async (given, { onDatabase, config, now, progress }, [path = ""]) => {
      const { importFromCommand } = await import("../roster/operate.ts");
      const open = async (db: Database) => {
        const { buildCommandApp } = await import("../core.ts");
        return buildCommandApp({ db, config: config(), now });
      };
      return importFromCommand(onDatabase, path, {
        dryRun: given["dry-run"] ?? false,
        ...(given.source !== undefined && { source: given.source }),
        ...(given.passwords !== undefined && { sheet: given.passwords }),
        ...(given.reason !== undefined && { reason: given.reason }),
        open,
        keepPasswords: given["keep-passwords"] ?? false,
        now,
        progress,
      });
    },
  }),
];
