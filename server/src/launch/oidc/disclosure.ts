import type { Queryable } from "../../database/database.ts";
import type { Entry } from "../launcher.ts";

const TOLD: Readonly<Record<string, string>> = {
  name: "姓名",
  identity: "当前的身份（如教师、学生、家长）",
  school: "所在的学校",
  classes: "所在、任教，或孩子所在的班级",
};

/**
 * Returns the claims that an app gets, in Chinese words for the person: those that its entry allows, and the pairwise
 * number.
 */
export function disclosedClaims({ claims }: Pick<Entry, "claims">): string[] {
  return [...claims.flatMap((claim) => TOLD[claim] ?? []), "一个只用于这个应用的编号"];
}

/** Returns whether the person has agreed to disclose to this app everything that its entry now allows (LA-04). */
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

/** Notices for failures between an app's request and its answer. */
export const NOTICES = {
  expired: {
    title: "这次登录已经过期",
    text: "页面放得太久，或者已经用过了。请回到{platform}，从应用的图标重新打开。",
  },
  late: {
    title: "这次打开已经失效",
    text: "每次打开只能使用一次，并且只在一分钟内有效。请回到{platform}，从应用的图标重新打开。",
  },
  closed: {
    title: "当前身份不能使用这个应用",
    text: "这个应用没有对当前的身份或学校开放，或者已经停用。如果有别的身份，请回到{platform}切换后再打开。",
  },
  changed: {
    title: "登录的人已经变化",
    text: "打开应用以后，这个浏览器里登录{platform}的人或登录状态变了。请回到{platform}，从应用的图标重新打开。",
  },
  cookieless: {
    title: "浏览器没有带上登录状态",
    text: "请在{platform}里退出后重新登录，并允许浏览器保存 Cookie，然后再打开应用。",
  },
} as const;
export type NoticeName = keyof typeof NOTICES;

/**
 * Returns the moment (ms) since which the person must have given a proof for this request; undefined when any sign-in
 * will do. An app's entry (`fresh`, in seconds) and the request (`prompt=login`, `max_age`) may each demand one: the
 * stricter wins. All are counted back from the request, so that a proof given for it stays valid while its page is
 * open.
 */
export function proofWanted(
  params: { prompt?: string; max_age?: string | number },
  fresh: number | false,
  asked: number,
): number | undefined {
  const wanted: number[] = [];
  if (fresh !== false) wanted.push(asked - fresh * 1000);
  if (params.prompt?.split(" ").includes("login") === true) wanted.push(asked);
  if (params.max_age !== undefined) wanted.push(asked - Number(params.max_age) * 1000);
  return wanted.length === 0 ? undefined : Math.max(...wanted);
}
