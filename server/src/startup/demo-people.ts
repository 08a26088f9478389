import { IDENTITY_NAMES, type Identity } from "#contract";
import type { Database } from "../database/database.ts";

/** The accounts of demo.md, in its order. */
const ACCOUNTS = [
  "linlan",
  "linxiaoman",
  "zhaoyifan",
  "chenjing",
  "sunhao",
  "wangfang",
  "hezhi",
  "wuguishu",
  "jiucheng",
  "liangdi",
];
/** The password of everybody in the demo district, and of nobody outside of it (OP-03). */
const PASSWORD = "xuemen-2026";

/** Returns a small table of the demo's named people: account, name, identities. */
export async function describeDemoPeople(db: Database): Promise<string> {
  const found = await db
    .selectFrom("user")
    .leftJoin("membership", "membership.user_id", "user.id")
    .leftJoin("school", "school.id", "membership.school_id")
    .select(["user.account", "user.name", "membership.identity", "school.name as school"])
    .where("user.account", "in", ACCOUNTS)
    .orderBy("membership.sort")
    .execute();
  const rows = ACCOUNTS.flatMap((account) => {
    const theirs = found.filter((row) => row.account === account);
    const hats = theirs.map(({ identity, school }) => hat(identity, school));
    return theirs[0] ? [[account, theirs[0].name, hats.join("、")]] : [];
  });
  return [`\n演示账号（密码都是 ${PASSWORD}）：`, ...table(["账号", "姓名", "身份"], rows)].join(
    "\n",
  );
}

function hat(identity: Identity | null, school: string | null): string {
  return identity === null ? "（没有学校）" : `${IDENTITY_NAMES[identity]}（${school}）`;
}

function table(head: string[], rows: string[][]): string[] {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => width(row[column] ?? ""))));
  return all.map((row) =>
    row
      .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - width(cell) + 2))
      .join("")
      .trimEnd(),
  );
}

/** Returns the width in columns of a terminal, where a Chinese character takes two. */
function width(text: string): number {
  return [...text].reduce((sum, character) => sum + (character > "\u{2E7F}" ? 2 : 1), 0);
}
