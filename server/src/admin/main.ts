import { readConfig } from "../config.ts";
import type { Database } from "../database/database.ts";
import { onEverySchool, runCommand } from "../database/run-command.ts";
import { setAccess } from "./access.ts";
import { readCommand, USAGE, type AdminCommand } from "./command-line.ts";
import { invite } from "./invite.ts";
import { outboxText } from "./outbox.ts";
import { AdminRefused, createStaff, resetPassword } from "./people.ts";
import { resetFactor } from "./reset-factor.ts";

process.exitCode = await runCommand({
  read: readCommand,
  usage: USAGE,
  refusals: [AdminRefused],
  follow: (asked) =>
    onEverySchool(readConfig(), async (db) => console.log(await perform(db, asked))),
});

/** Answers what the operator is told. */
async function perform(db: Database, asked: AdminCommand): Promise<string> {
  if (asked.do === "outbox") return outboxText(db, new Date());
  if (asked.do === "invite") return invite(db, asked, new Date());
  if (asked.do === "access") return setAccess(db, asked, new Date());
  if (asked.do === "reset-factor") {
    await resetFactor(db, asked.account, new Date());
    return `账号：${asked.account}\n两步验证已经删去，全部登录已经结束。请本人用密码登录后重新设置。`;
  }
  const password =
    asked.do === "create"
      ? await createStaff(db, asked)
      : await resetPassword(db, asked.account, new Date());
  return `账号：${asked.account}\n密码：${password}\n请妥善转告本人，这里不再显示。`;
}
