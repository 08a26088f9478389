import type { Queryable } from "../database/database.ts";
import { OperatorRefused } from "../platform/operator-refused.ts";
import { hashPassword } from "../platform/password-hash.ts";
import { newReadableCode } from "../platform/secret.ts";
import type { FirstPassword } from "./password-sheet.ts";
import type { Plan } from "./plan-rows.ts";
import type { Row } from "./read-table.ts";

/** Letters and digits without those that are mistaken for one another: a pupil types them once from a slip of paper. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const LENGTH = 10;

/** Thrown when passwords would be made that nobody could read. */
export class NoSheet extends OperatorRefused {
  override name = "NoSheet";
  constructor(count: number) {
    super(
      `有 ${count} 个新人没有各不相同的初始密码，没有写入任何数据。请用 --passwords 新文件.csv 写出存放新密码的文件；要照用名册里的密码，请加上 --keep-passwords。`,
    );
  }
}

/** Returns the rows of people whom this source has not brought before. */
export async function newPeople(
  db: Queryable,
  source: string,
  users: readonly Row<"users">[],
): Promise<Row<"users">[]> {
  const known = await db
    .selectFrom("user")
    .select("sourced_id")
    .where("source", "=", source)
    .execute();
  const knownIds = new Set(known.map(({ sourced_id }) => sourced_id));
  return users.filter(({ cells }) => !knownIds.has(cells.sourcedId));
}

/**
 * Makes a password, by `sourcedId`, for each new person to whom the roster gives none, or one that another has as well.
 */
export function newPasswords(
  fresh: readonly Row<"users">[],
  plan: Pick<Plan, "user" | "school" | "class" | "class_student">,
): Map<string, FirstPassword> {
  const holders = new Map<string, number>();
  for (const { cells } of fresh) {
    holders.set(cells.password, (holders.get(cells.password) ?? 0) + 1);
  }
  const people = new Map(plan.user.map((user) => [user.sourced_id, user]));
  const schools = new Map(plan.school.map(({ id, name }) => [id, name]));
  const classes = new Map(plan.class.map(({ id, name }) => [id, name]));
  const classOf = new Map(plan.class_student.map(({ user_id, class_id }) => [user_id, class_id]));
  const made = fresh.flatMap(({ cells }): [string, FirstPassword][] => {
    const person = people.get(cells.sourcedId);
    const isOwn = (cells.password ?? "") !== "" && holders.get(cells.password) === 1;
    if (person === undefined || isOwn) return [];
    const { id, account, name, school_id } = person;
    const place = [schools.get(school_id ?? ""), classes.get(classOf.get(id) ?? "")];
    const password = newReadableCode(LETTERS, LENGTH);
    return [[cells.sourcedId, { account, name, place: place.filter(Boolean).join(" "), password }]];
  });
  return new Map(made);
}

/**
 * Returns the hash of each new person's first password, by `sourcedId`. People with the same password share its hash.
 */
export async function hashFirstPasswords(
  fresh: readonly Row<"users">[],
  made: ReadonlyMap<string, FirstPassword>,
  onProgress: (done: number, total: number) => void,
): Promise<Map<string, string>> {
  const given = fresh.flatMap(({ cells }): [string, string][] => {
    const password = made.get(cells.sourcedId)?.password ?? cells.password ?? "";
    return password === "" ? [] : [[cells.sourcedId, password]];
  });
  const passwords = [...new Set(given.map(([, password]) => password))];
  const hashes = new Map<string, string>();
  // one after the other: each hash takes 19 MB while it lasts, and a command is to stay small
  for (const password of passwords) {
    hashes.set(password, await hashPassword(password));
    onProgress(hashes.size, passwords.length);
  }
  return new Map(given.map(([id, password]) => [id, hashes.get(password) ?? ""]));
}
