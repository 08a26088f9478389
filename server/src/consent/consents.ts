import { sql } from "kysely";
import type { AgeFacts } from "#contract";
import type { Queryable } from "../database/database.ts";
import { GRADES, IS_PUPIL } from "../session/age-facts.ts";

export interface Known extends AgeFacts {
  id: string;
  name: string;
  /** What has been agreed to, `type@version`; for a child, by a guardian. */
  agreed: string[];
}

/** Returns oneself, or one's children, with what has been agreed to. */
export async function readKnown(
  db: Queryable,
  userId: string,
  whose: "own" | "children",
): Promise<Known[]> {
  const who =
    whose === "own"
      ? sql`u.id = ${userId}`
      : sql`u.is_abled and u.id in (select child_id from guardian where user_id = ${userId})`;
  const counts = whose === "own" ? sql`true` : sql`c.given_by is not null`;
  const { rows } = await sql<Known>`
    select u.id, u.name, u.birth_date, ${IS_PUPIL(sql`u.id`)} as is_pupil, ${GRADES(sql`u.id`)} as grades,
      array(select c.type || '@' || c.version from consent c where c.user_id = u.id and ${counts}) as agreed
    from "user" u where ${who} order by u.birth_date, u.id`.execute(db);
  return rows;
}
