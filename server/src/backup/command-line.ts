import { parseArgs } from "node:util";

/** What `npm run backup` or `npm run restore` was asked for. */
export type BackupCommand =
  | { do: "backup"; path: string }
  | { do: "check"; path: string }
  | { do: "restore"; path: string; replace: boolean; signOut: boolean; erasuresOf?: string };

export const USAGE = `用法：
  npm run backup -- 文件
      把全部数据写进一个新文件：数据库的一个瞬间、本机保存的上传文件与密钥。平台可以照常运行。
      文件里有个人信息和密钥，请像对待数据库一样保管。
  npm run backup -- 文件 --check
      只核对一个备份是否完整。
  npm run restore -- 文件 [--replace] [--sign-out] [--erasures-of 较新的备份]
      把备份恢复到空的平台；恢复后逐表核对。请先停止所有节点。
      --replace    这里已有数据时，用备份替换它们
      --sign-out   恢复后结束全部登录
      --erasures-of  从一个较新的备份里读出此后谁已注销，恢复后再次删除（被替换的数据里知道的总会照做）`;

/** Reads the command line; undefined when it is not of a form that `USAGE` shows. */
export function readCommand(args: readonly string[]): BackupCommand | undefined {
  const flag = { type: "boolean" } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { check: flag, replace: flag, "sign-out": flag, "erasures-of": { type: "string" } },
    });
    const [verb, path, ...rest] = positionals;
    const { check = false, replace = false, "sign-out": signOut = false } = values;
    const { "erasures-of": erasuresOf } = values;
    if (path === undefined || path === "" || rest.length > 0) return undefined;
    if (verb === "restore" && !check) {
      const later = erasuresOf !== undefined && { erasuresOf };
      return { do: "restore", path, replace, signOut, ...later };
    }
    if (verb !== "backup" || replace || signOut || erasuresOf !== undefined) return undefined;
    return check ? { do: "check", path } : { do: "backup", path };
  } catch {
    return undefined;
  }
}
