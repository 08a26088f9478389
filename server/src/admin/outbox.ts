import type { CodeUse } from "#contract";
import type { Database } from "../database/database.ts";
import { maskReceiver } from "../platform/mask.ts";

const MAX_SHOWN = 30;
const USES: Readonly<Record<CodeUse, string>> = { login: "登录", reset: "重设密码", bind: "绑定" };
const STATES = {
  kept: "等人转告",
  waiting: "等待发出",
  sent: "已发出",
  failed: "没有发出",
} as const;

/**
 * Returns the newest codes for the operator: the receiver of each, and the code itself while it is valid and nobody
 * delivers it.
 */
export async function outboxText(db: Database, now: Date): Promise<string> {
  const messages = await db
    .selectFrom("outbox")
    .select(["receiver", "use", "code", "status", "created_at", "expires_at"])
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(MAX_SHOWN)
    .execute();
  if (messages.length === 0) return "发件箱是空的。";
  return messages
    .map(({ receiver, use, code, status, created_at, expires_at }) => {
      const good = status === "kept" && expires_at > now ? code : null;
      const at = created_at.toLocaleString("zh-CN", { timeZone: "Asia/Shanghai", hour12: false });
      return [at, maskReceiver(receiver), USES[use], STATES[status], good ?? "—"].join("  ");
    })
    .join("\n");
}
