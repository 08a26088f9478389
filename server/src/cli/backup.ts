import { resolve } from "node:path";
import { command, flag, Misused, text } from "./command.ts";

export const BACKUP_COMMANDS = [
  command("backup", {
    about:
      "把全部数据写进一个新文件：数据库的一个瞬间、本机保存的上传文件与密钥\n平台可以照常运行。文件里有个人信息和密钥，请像对待数据库一样保管。",
    places: ["文件"],
    options: { check: flag("不备份，只核对一个备份是否完整") },
    run: async ({ check = false }, { config, now }, [file = ""]) => {
      const { backUp, checkBackup } = await import("../backup/operate.ts");
      const path = resolve(named(file));
      return check ? checkBackup(path) : backUp(config(), path, now());
    },
  }),
  command("restore", {
    about: "把备份恢复到空的平台，恢复后逐表核对\n请先停止所有节点。",
    places: ["文件"],
    options: {
      replace: flag("这里已有数据时，用备份替换它们"),
      "sign-out": flag("恢复后结束全部登录"),
      "erasures-of": text(
        "较新的备份",
        "从它读出此后谁已注销，恢复后再次删除（被替换的数据里知道的总会照做）",
      ),
    },
    run: async (given, { config, now }, [file = ""]) => {
      const { putBack } = await import("../backup/operate.ts");
      const { replace = false, "sign-out": signOut = false, "erasures-of": later } = given;
      const erasuresOf = later !== undefined && { erasuresOf: resolve(later) };
      const asked = { replace, signOut, ...erasuresOf, config: config(), now: now() };
      return putBack(resolve(named(file)), asked);
    },
  }),
];

function named(file: string): string {
  if (file === "") throw new Misused("还缺 <文件>。");
  return file;
}
