import { parseArgs } from "node:util";
import { AUDIT_ACTIONS, type AuditAction } from "../http/audit.ts";
import { chinaDay, zonedTime } from "../http/china-day.ts";
import { readHead, type Head } from "./chain.ts";
import type { Asked } from "./list.ts";

/** What `npm run admin -- audit` was asked for. */
export type AuditCommand =
  | ({ do: "list"; json: boolean } & Asked)
  | { do: "verify"; kept: Head[] }
  | { do: "head" }
  | { do: "cut"; before: Date };

export const USAGE = `用法：
  npm run admin -- audit list [--user 账号或编号] [--subject 账号或编号] [--school 编号] [--action 动作]
                              [--since 日期或时间] [--until 日期或时间] [--limit 100] [--json]
      谁在什么时候对谁的什么做了什么，最近的在前。--subject 指事情关系到的人。
  npm run admin -- audit verify [--head 序号:散列]（可多个）
      核对整条链；有条目被删除、改动或塞入时逐条说明，退出码为 1。--head 给出另存的链尾，末尾被截断也能发现。
  npm run admin -- audit head
      打印现在的链尾。请定期存到这台数据库以外的地方。
  npm run admin -- audit cut --before 日期
      清理早于这一天的条目（服务也会按 AUDIT_DAYS 每天自动清理）；清理本身记入链中。
日期如 2026-11-01，按北京时间；也可以是 2026-11-01T08:00:00Z 这样的时间。
动作有：${AUDIT_ACTIONS.join("、")}。`;

const LIST_AT_MOST = 10_000;

/** Reads the command line; undefined when it is not of a form that `USAGE` shows. */
export function readCommand(args: readonly string[]): AuditCommand | undefined {
  const given = read(args);
  const [verb, ...more] = given?.positionals ?? [];
  if (given === undefined || more.length > 0) return undefined;
  const { head = [], before, ...values } = given.values;
  const only = (...names: string[]) =>
    Object.keys(given.values).every((name) => names.includes(name));
  switch (verb) {
    case "list":
      return head.length > 0 || before !== undefined ? undefined : readList(values);
    case "verify": {
      const kept = head.map(readHead).filter((one) => one !== undefined);
      return only("head") && kept.length === head.length ? { do: verb, kept } : undefined;
    }
    case "head":
      return only() ? { do: verb } : undefined;
    case "cut": {
      const day = readTime(before ?? "");
      return only("before") && day !== undefined ? { do: verb, before: day } : undefined;
    }
    default:
      return undefined;
  }
}

type ListValues = Partial<
  Record<"user" | "subject" | "school" | "action" | "since" | "until" | "limit", string>
> & { json?: boolean };

function readList(values: ListValues): AuditCommand | undefined {
  const { user, subject, school, json = false } = values;
  const limit = Number(values.limit ?? 100);
  if (!Number.isInteger(limit) || limit < 1 || limit > LIST_AT_MOST) return undefined;
  const action = AUDIT_ACTIONS.find((one) => one === values.action);
  const since = values.since === undefined ? undefined : readTime(values.since);
  const until = values.until === undefined ? undefined : readTime(values.until);
  const isUnread =
    (values.action !== undefined && action === undefined) ||
    (values.since !== undefined && since === undefined) ||
    (values.until !== undefined && until === undefined);
  if (isUnread) return undefined;
  const asked: Asked & { action?: AuditAction | undefined } = {
    ...{ user, subject, school, action, since, until, limit },
  };
  return { do: "list", json, ...asked };
}

function readTime(given: string): Date | undefined {
  return chinaDay(given) ?? zonedTime(given);
}

function read(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...{ user: text, subject: text, school: text, action: text, since: text, until: text },
        ...{ limit: text, json: { type: "boolean" }, before: text },
        head: { type: "string", multiple: true },
      },
    });
  } catch {
    return undefined;
  }
}
