import type { Queryable } from "../database/database.ts";
import { hashPassword } from "../http/password-hash.ts";
import type { Row } from "./read-table.ts";

/** As many as a small machine's cores; more would only wait. */
const AT_ONCE = 4;

/**
 * The hash of the first password of everybody who is new, by `sourcedId`. People with the same first password share
 * its hash: a school hands the same one to hundreds, who know that of each other anyway and change it, and hashing
 * it for each of them would take minutes.
 */
export async function hashFirstPasswords(
  db: Queryable,
  source: string,
  users: readonly Row<"users">[],
  onProgress: (done: number, total: number) => void,
): Promise<Map<string, string>> {
  const known = await db
    .selectFrom("user")
    .select("sourced_id")
    .where("source", "=", source)
    .execute();
  const knownIds = new Set(known.map(({ sourced_id }) => sourced_id));
  const fresh = users.filter(
    ({ cells }) => (cells.password ?? "") !== "" && !knownIds.has(cells.sourcedId),
  );
  const passwords = [...new Set(fresh.map(({ cells }) => cells.password))];
  const hashes = new Map<string, string>();
  const next = passwords.values();
  const work = async (): Promise<void> => {
    for (const password of next) {
      hashes.set(password, await hashPassword(password));
      onProgress(hashes.size, passwords.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return new Map(
    fresh.map(({ cells }) => [cells.sourcedId, hashes.get(cells.password) ?? ""] as const),
  );
}
