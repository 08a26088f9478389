import { parseArgs } from "node:util";
import { isIdentity, type Identity } from "#contract";

/** What `npm run admin` was asked for. */
export type AdminCommand =
  | { do: "create"; account: string; name: string; identity: Identity; school: string }
  | { do: "reset"; account: string }
  | { do: "outbox" };

export const USAGE = `用法：
  npm run admin -- create --account 账号 --name 姓名 --school 机构名称 [--identity admin]
      新建一个人并给他身份；机构不存在时一并新建。身份可为 admin（默认）、inner_admin、manager。
  npm run admin -- reset --account 账号
      为一个人重设密码，并结束他的全部登录。
密码由系统生成，只显示这一次。
  npm run admin -- outbox
      列出最近的验证码：没有配置短信或邮件时，由管理员核对身份后转告本人。
  npm run admin -- audit ……
      查看、核对和清理审计；单独运行 npm run admin -- audit 显示它的用法。`;

/** Identities that a deployment is run with; pupils, teachers and parents come with a roster. */
const STAFF: readonly Identity[] = ["admin", "inner_admin", "manager"];
const ACCOUNT = /^[a-z0-9][a-z0-9._@-]{1,63}$/;

/** Reads the command line; undefined when it is not of a form that `USAGE` shows. */
export function readCommand(args: readonly string[]): AdminCommand | undefined {
  if (args.length === 1 && args[0] === "outbox") return { do: "outbox" };
  const given = read(args);
  const account = given?.values.account?.toLowerCase() ?? "";
  if (given === undefined || given.positionals.length !== 1 || !ACCOUNT.test(account)) {
    return undefined;
  }
  const { name = "", school = "", identity = "admin" } = given.values;
  if (given.positionals[0] === "reset") return { do: "reset", account };
  if (given.positionals[0] !== "create" || name.trim() === "" || school.trim() === "") {
    return undefined;
  }
  if (!isIdentity(identity) || !STAFF.includes(identity)) return undefined;
  return { do: "create", account, name: name.trim(), school: school.trim(), identity };
}

function read(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { account: text, name: text, school: text, identity: text },
    });
  } catch {
    return undefined;
  }
}
