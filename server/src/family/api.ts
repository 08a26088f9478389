import { isChild, type OwnChild } from "#contract";
import type { Queryable } from "../database/database.ts";
import { acrossSchools } from "../database/scope.ts";
import { Refusal } from "../http/refusal.ts";
import type { MemberCaller } from "../session/caller.ts";
import { readOwnChildren } from "./children.ts";

export { readOwnChildren };

/** A child as a guardian's home names it. */
export type ChildOfParent = Pick<OwnChild, "id" | "name" | "school" | "needs_consent">;

/**
 * Returns the child that a parent means: the one named, else the first at the active school, else the first; undefined for
 * whoever is no parent. Refuses a child of others as absent.
 */
export async function childForParent(
  db: Queryable,
  { user_id, identity, school }: MemberCaller,
  id: string | undefined,
  now: Date,
): Promise<ChildOfParent | undefined> {
  if (identity !== "parent") {
    if (id !== undefined) throw new Refusal("notFound");
    return undefined;
  }
  const children = await acrossSchools("family", () => childrenOf(db, user_id, now));
  if (id === undefined) {
    return children.find((child) => child.school?.id === school.id) ?? children[0];
  }
  const found = children.find((child) => child.id === id);
  if (found === undefined) throw new Refusal("notFound");
  return found;
}

/** Returns a guardian's children under 18, and whether each is one for whom consent is missing. Must see every school. */
async function childrenOf(db: Queryable, userId: string, now: Date): Promise<ChildOfParent[]> {
  const children = await readOwnChildren(db, userId, now);
  return children.map((child) => ({
    id: child.id,
    name: child.name,
    school: child.school,
    needs_consent: isChild(child, now) && !child.is_agreed,
  }));
}
