import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/** Days after which a plan that nobody applied is discarded. */
const PLAN_DAYS = 7;
const MS_PER_DAY = 86_400_000;

/** Discards plans that were left lying, and drops the rows of what can no longer be taken back: the counts stay. */
export async function sweepChangeSets(db: Database, now: Date): Promise<void> {
  const old = new Date(now.getTime() - PLAN_DAYS * MS_PER_DAY);
  await sql`update change_set set state = 'discarded'
    where state in ('planned', 'held', 'waiting') and created_at < ${old}`.execute(db);
  await sql`with done as (
      update change_set set input = null, unmatched = '{}',
        -- what is about one person, or about guardians, has names in it
        act = case when person_count <= 1 or kind like 'guardian%' then '修改人员资料' else act end,
        sentence = case when person_count <= 1 or kind like 'guardian%' then '' else sentence end
      where input is not null and (
        state in ('discarded', 'outdated') and created_at < ${old} or undo_until < ${now})
      returning id)
    delete from change_row r using done where r.set_id = done.id`.execute(db);
}
