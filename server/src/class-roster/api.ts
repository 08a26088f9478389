import { sql } from "kysely";
import type { Queryable } from "../database/database.ts";
import { PRESENT_PUPILS } from "../rights/scope-sql.ts";

export { findPupil } from "./queries.ts";

/** Reads classes of a school with the number of their pupils. */
export async function readClassSizes(
  db: Queryable,
  schoolId: string,
  classes: readonly string[],
): Promise<{ id: string; name: string; pupils: number }[]> {
  const { rows } = await sql<{ id: string; name: string; pupils: number }>`
    select k.id, k.name, (select count(*)::integer from ${PRESENT_PUPILS}
      where cs.school_id = k.school_id and cs.class_id = k.id) as pupils
    from class k where k.school_id = ${schoolId} and k.id = any (${[...classes]}::text[]) and k.is_abled
    order by k.sort, k.id`.execute(db);
  return rows;
}
