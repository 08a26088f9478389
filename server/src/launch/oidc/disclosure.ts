import type { Queryable } from "../../database/database.ts";
import type { Entry } from "../launcher.ts";

const TOLD: Readonly<Record<string, string>> = {
  name: "你的姓名",
  identity: "你当前的身份（如教师、学生、家长）",
  school: "你所在的学校",
  classes: "你所在、任教，或你的孩子所在的班级",
};

/** What an app learns, in words for the person: what its entry allows, and the number that only this app knows. */
export function disclosedClaims({ claims }: Pick<Entry, "claims">): string[] {
  return [...claims.flatMap((claim) => TOLD[claim] ?? []), "一个只用于这个应用的编号"];
}

/** Whether the person has agreed that this app learns all that its entry now allows. */
export async function hasAgreed(db: Queryable, userId: string, entry: Entry): Promise<boolean> {
  const row = await db
    .selectFrom("app_disclosure")
    .select("claims")
    .where("user_id", "=", userId)
    .where("app_id", "=", entry.id)
    .executeTakeFirst();
  return row !== undefined && entry.claims.every((claim) => row.claims.includes(claim));
}

export async function noteAgreed(
  db: Queryable,
  userId: string,
  entry: Entry,
  agreed_at: Date,
): Promise<void> {
  const row = { claims: [...entry.claims], agreed_at };
  await db
    .insertInto("app_disclosure")
    .values({ user_id: userId, app_id: entry.id, ...row })
    .onConflict((conflict) => conflict.columns(["user_id", "app_id"]).doUpdateSet(row))
    .execute();
}
