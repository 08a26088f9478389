import { isChild, type OwnChild } from "#contract";
import type { Queryable } from "../database/database.ts";
import { readOwnChildren } from "./children.ts";

export { readOwnChildren };

/** Returns a guardian's children under 18, and whether each is one for whom consent is missing. Must see every school. */
export async function childrenOf(
  db: Queryable,
  userId: string,
  now: Date,
): Promise<Pick<OwnChild, "id" | "name" | "school" | "needs_consent">[]> {
  const children = await readOwnChildren(db, userId, now);
  return children.map((child) => ({
    id: child.id,
    name: child.name,
    school: child.school,
    needs_consent: isChild(child, now) && !child.is_agreed,
  }));
}
