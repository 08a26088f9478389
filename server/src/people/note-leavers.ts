import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/** Adds people without any enabled membership to the leavers, and removes those who have one again (AD-07). */
export async function noteLeavers(db: Database, now: Date): Promise<void> {
  await sql`delete from leaver l where exists (
    select from membership m where m.user_id = l.user_id and m.is_abled)
    or not exists (select from membership m where m.user_id = l.user_id)`.execute(db);
  await sql`insert into leaver (user_id, left_at)
    select m.user_id, ${now} from membership m group by m.user_id having not bool_or(m.is_abled)
    on conflict (user_id) do nothing`.execute(db);
}
