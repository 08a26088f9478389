import { sql } from "kysely";
import type { Queryable } from "../database/database.ts";
import { derivedId } from "./derived-id.ts";
import type { Fault } from "./fault.ts";
import type { UserRow } from "./plan-rows.ts";
import type { Row } from "./read-table.ts";

const CHUNK = 5000;

/** Reports accounts of the roster that belong to people outside of it: nobody's account is taken away. */
export async function checkAccounts(
  db: Queryable,
  source: string,
  rows: readonly Row<"users">[],
  report: (fault: Fault) => void,
): Promise<void> {
  const users = rows.map(({ line, cells }) => ({
    line,
    id: derivedId(source, "user", cells.sourcedId),
    account: cells.username.toLowerCase(),
  }));
  const own = new Set(users.map(({ id }) => id));
  const holders = await readHolders(db, users);
  for (const { line, id, account } of users) {
    const holder = holders.get(account);
    if (holder === undefined || holder === id || own.has(holder)) continue;
    report({
      file: "users.csv",
      line,
      column: "username",
      message: `账号“${account}”已被系统中的另一个人使用`,
    });
  }
}

/**
 * Frees accounts that move from one person of the roster to another: each former owner gets a temporary one, which the
 * roster's own replaces in the same transaction.
 */
export async function freeAccounts(trx: Queryable, users: readonly UserRow[]): Promise<void> {
  const holders = await readHolders(trx, users);
  const moving = users.flatMap(({ id, account }) => {
    const holder = holders.get(account);
    return holder === undefined || holder === id ? [] : [holder];
  });
  if (moving.length === 0) return;
  await trx
    .updateTable("user")
    .set({ account: sql<string>`'~' || lower(id) || md5(id)` })
    .where("id", "in", moving)
    .execute();
}

/** Returns the owner of each account. */
async function readHolders(
  db: Queryable,
  users: readonly Pick<UserRow, "account">[],
): Promise<Map<string, string>> {
  const holders = new Map<string, string>();
  for (let from = 0; from < users.length; from += CHUNK) {
    const accounts = users.slice(from, from + CHUNK).map(({ account }) => account);
    const rows = await db
      .selectFrom("user")
      .select(["id", "account"])
      .where("account", "in", accounts)
      .execute();
    for (const { id, account } of rows) holders.set(account, id);
  }
  return holders;
}
