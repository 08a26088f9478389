import { sql } from "kysely";
import type { Queryable } from "../database/database.ts";

/** Returns the school and the maker of an import; undefined where there is none of this id. */
export async function findImport(
  db: Queryable,
  id: string,
): Promise<{ school_id: string | null; made_by: string | null } | undefined> {
  return db
    .selectFrom("change_set")
    .select(["school_id", "made_by"])
    .where("id", "=", id)
    .where("kind", "in", ["roster-import", "one-roster-import"])
    .executeTakeFirst();
}

/** Returns how many people a change has made, and those of them who have no password yet. */
export async function readNewAccounts(
  db: Queryable,
  change_id: string,
): Promise<{ made: number; waiting: { id: string; name: string }[] }> {
  const { rows } = await sql<{ id: string; name: string; is_waiting: boolean }>`
    select u.id, u.name, u.password_hash is null as is_waiting from change_row r
    join "user" u on u.id = r.person_id
    where r.set_id = ${change_id} and r.table_key = 'user' and r.before is null and r.state = 'applied'
    order by r.seq`.execute(db);
  const waiting = rows.flatMap(({ id, name, is_waiting }) => (is_waiting ? [{ id, name }] : []));
  return { made: rows.length, waiting };
}
