import { sql } from "kysely";
import type { Queryable } from "../database/database.ts";
import { isSchoolWithin, type Scope } from "../rights/rules.ts";
import { findGroups, type GroupRow } from "./queries.ts";

export { type GroupTerms, recipientsOf, membershipsOf } from "./membership.ts";
export { classesNamed, findGroups, groupsOfMembership, namesOf } from "./queries.ts";
export { groupInWords } from "./words.ts";

/** Returns a group whose place lies in a scope as a whole; undefined where it does not, or there is none. */
export async function groupWithin(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<GroupRow | undefined> {
  const [found] = await findGroups(db, { ids: [id] });
  return found !== undefined && isSchoolWithin(scope, found.school_id) ? found : undefined;
}

/**
 * Returns which of these groups are in use. None of them is removed until the transaction ends: whoever writes a group
 * down asks this first, so that a removal sees it, or is seen.
 */
export async function holdGroups(
  trx: Queryable,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const held = await trx
    .selectFrom("people_group")
    .select("id")
    .where("id", "in", [...ids])
    .where("retired_at", "is", null)
    .orderBy("id")
    .forShare()
    .execute();
  return new Set(held.map(({ id }) => id));
}

/** Puts one organisation in another's place where groups are kept; a name that is taken there gets a mark. */
export async function moveGroupsOfSchool(
  trx: Queryable,
  from: string,
  into: string,
): Promise<void> {
  await sql`update people_group set name = left(name, 26) || '（并入）' where school_id = ${from} and retired_at is null
    and name in (select o.name from people_group o where o.school_id = ${into} and o.retired_at is null)`.execute(
    trx,
  );
  await trx
    .updateTable("people_group")
    .set({ school_id: into })
    .where("school_id", "=", from)
    .execute();
  await trx
    .updateTable("people_group_member")
    .set({ school_id: into })
    .where("school_id", "=", from)
    .execute();
}
