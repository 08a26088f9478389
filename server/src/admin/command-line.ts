import { parseArgs } from "node:util";
import { isIdentity, type Identity } from "#contract";
import type { Invite } from "./invite.ts";

/** What `npm run admin` was asked for. */
export type AdminCommand =
  | { do: "create"; account: string; name: string; identity: Identity; school: string }
  | { do: "reset"; account: string }
  | { do: "access"; enabled: boolean; account?: string; school?: string }
  | { do: "reset-factor"; account: string }
  | Invite
  | { do: "outbox" };

export const USAGE = `用法：
  npm run admin -- create --account 账号 --name 姓名 --school 机构名称 [--identity admin]
      新建一个人并给他身份；机构不存在时一并新建。身份可为 admin（默认）、inner_admin、manager。
  npm run admin -- reset --account 账号
      为一个人重设密码，并结束他的全部登录。
      密码由系统生成，只显示这一次。
  npm run admin -- disable|enable --account 账号
      停用或重新启用一个人；停用即刻结束他的全部登录。
  npm run admin -- disable|enable --school 机构名称或编号
      停用或重新启用一个机构；停用后其中的人一秒内不能再以它的身份使用平台。
  npm run admin -- disable|enable --account 账号 --school 机构名称或编号
      只停用或重新启用此人在这个机构的身份。
  npm run admin -- reset-factor --account 账号
      删去一个人的全部两步验证（验证器、通行密钥、恢复码），并结束他的全部登录。请先核对身份。
  npm run admin -- invite --school 学校名称或编号 [--class 班级 | --child 学生账号] [--identity 身份] [--uses 次数] [--days 天数]
      新建一个邀请码：给出班级时请学生（或 --identity teacher）加入班级，给出学生账号时请他的家长绑定，
      都不给出时请教职工加入学校，身份为 teacher（默认）或 manager。
  npm run admin -- outbox
      列出最近的验证码：没有配置短信或邮件时，由管理员核对身份后转告本人。
  npm run admin -- audit ……
      查看、核对和清理审计；单独运行 npm run admin -- audit 显示它的用法。
  npm run admin -- release ……
      发布、列出和撤回网页与客户端的版本；单独运行 npm run admin -- release 显示它的用法。
  npm run admin -- agreement ……
      发布、撤回和列出协议的版本；单独运行 npm run admin -- agreement 显示它的用法。
其他命令：
  npm run app ……      登记和停用应用
  npm run roster ……   导入名册
  npm run content ……  导入课程与资源
  npm run backup -- 文件    npm run restore -- 文件
      备份与恢复`;

/** Identities that a deployment is run with; pupils, teachers and parents come with a roster. */
const STAFF: readonly Identity[] = ["admin", "inner_admin", "manager"];
const ACCOUNT = /^[a-z0-9][a-z0-9._@-]{1,63}$/;

/** Reads the command line; undefined when it is not of a form that `USAGE` shows. */
export function readCommand(args: readonly string[]): AdminCommand | undefined {
  if (args.length === 1 && args[0] === "outbox") return { do: "outbox" };
  const given = read(args);
  const account = given?.values.account?.toLowerCase() ?? "";
  if (given?.positionals[0] === "invite") return readInvite(given);
  if (/^(enable|disable)$/.test(given?.positionals[0] ?? "")) return readAccess(given);
  if (given === undefined || given.positionals.length !== 1 || !ACCOUNT.test(account)) {
    return undefined;
  }
  const { name = "", school = "", identity = "admin" } = given.values;
  const [verb] = given.positionals;
  if (verb === "reset" || verb === "reset-factor") return { do: verb, account };
  if (verb !== "create" || name.trim() === "" || school.trim() === "") {
    return undefined;
  }
  if (!isIdentity(identity) || !STAFF.includes(identity)) return undefined;
  return { do: "create", account, name: name.trim(), school: school.trim(), identity };
}

function readInvite(given: ReturnType<typeof read>): Invite | undefined {
  const { school, class: of, child, identity, uses, days, account, name } = given?.values ?? {};
  const known = (["manager", "teacher", "student"] as const).find((one) => one === identity);
  const alone =
    account === undefined && name === undefined && (of === undefined || child === undefined);
  if (given?.positionals.length !== 1 || !school?.trim() || !alone || identity !== known) {
    return undefined;
  }
  const counts = [uses, days].map((text) => (text === undefined ? undefined : Number(text)));
  if (counts.some((count) => count !== undefined && !(Number.isInteger(count) && count > 0))) {
    return undefined;
  }
  return {
    do: "invite",
    school: school.trim(),
    ...(known !== undefined && { identity: known }),
    ...(of !== undefined && { class: of }),
    ...(child !== undefined && { child }),
    ...(counts[0] !== undefined && { uses: counts[0] }),
    ...(counts[1] !== undefined && { days: counts[1] }),
  };
}

function readAccess(given: ReturnType<typeof read>): AdminCommand | undefined {
  if (given === undefined) return undefined;
  const { values, positionals } = given;
  const account = values.account?.trim().toLowerCase();
  const school = values.school?.trim();
  const isOnly = values.name === undefined && values.identity === undefined;
  if (positionals.length !== 1 || !isOnly || account === "" || school === "") return undefined;
  if (account === undefined && school === undefined) return undefined;
  return {
    do: "access",
    enabled: positionals[0] === "enable",
    ...(account !== undefined && { account }),
    ...(school !== undefined && { school }),
  };
}

function read(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        account: text,
        name: text,
        school: text,
        identity: text,
        class: text,
        child: text,
        uses: text,
        days: text,
      },
    });
  } catch {
    return undefined;
  }
}
