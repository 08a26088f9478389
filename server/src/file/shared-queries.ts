import { sql } from "kysely";
import { pictureUrl } from "#contract";
import type { Queryable } from "../database/database.ts";

/**
 * The SQL of whether something shows picture `p`, or would again when a change is undone: a school's logo, the
 * platform's branding, a cover. Only right where the statement sees every school.
 */
const ADDRESS = sql`${pictureUrl("")}::text || p.id`;
const IS_SHOWN = sql<boolean>`(
  ${ADDRESS} in (
    select s.logo from school s where s.logo is not null
    union all select c.cover from content c where c.cover <> ''
    union all select v.logo from change_row r
      cross join lateral (values (r.before ->> 'logo'), (r.after ->> 'logo')) v (logo)
      where r.table_key = 'school' and v.logo is not null)
  or exists (select from platform_state f where f.key = 'face' and strpos(f.value, ${ADDRESS}) > 0))`;

const IS_PLAYED = sql<boolean>`exists (select from content c where c.medium_id = p.id)`;

/** Notes since when nothing refers to pictures and media, and forgets it where something does again. */
export async function markIdle(db: Queryable, now: Date): Promise<void> {
  for (const [table, isUsed] of [
    ["picture", IS_SHOWN],
    ["content_medium", IS_PLAYED],
  ] as const) {
    await sql`update ${sql.table(table)} p set idle_since = case when ${isUsed} then null else ${now}::timestamptz end
      where (p.idle_since is null) is distinct from ${isUsed}`.execute(db);
  }
}

/** Deletes pictures that have been idle since before. */
export async function deleteIdlePictures(trx: Queryable, before: Date): Promise<void> {
  await sql`delete from picture p where p.idle_since < ${before} and not ${IS_SHOWN}`.execute(trx);
}

/** Returns media that have been idle since before, and whose uploader's file is gone. */
export async function idleMedia(db: Queryable, before: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select p.id from content_medium p
    where p.idle_since < ${before} and not exists (select from file f where f.id = p.id)
    limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes a medium's row if it is still idle. */
export async function deleteIdleMedium(trx: Queryable, id: string, before: Date): Promise<boolean> {
  const { rows } = await sql`delete from content_medium p
    where p.id = ${id} and p.idle_since < ${before} and not ${IS_PLAYED} returning p.id`.execute(
    trx,
  );
  return rows.length > 0;
}
