import { sql } from "kysely";
import type { Queryable } from "../database/database.ts";

/** Replaces one organisation by another wherever an app's entry names it. */
export async function moveAppsOfSchool(trx: Queryable, from: string, into: string): Promise<void> {
  await trx.updateTable("app").set({ district_id: into }).where("district_id", "=", from).execute();
  for (const list of [
    "school_ids",
    "allow_school_ids",
    "deny_school_ids",
    "off_school_ids",
  ] as const) {
    await sql`update app set ${sql.ref(list)} = array(
        select distinct case id when ${from} then ${into} else id end from unnest(${sql.ref(list)}) id)
      where ${from} = any (${sql.ref(list)})`.execute(trx);
  }
}
/** Counts the apps whose entry names a group, those of other places too. */
export async function appsNamingGroup(db: Queryable, id: string): Promise<number> {
  const { rows } = await sql<{ apps: number }>`select count(*)::integer as apps from app
    where ${id} = any (allow_group_ids || deny_group_ids)`.execute(db);
  return rows[0]?.apps ?? 0;
}

export { picturedHomes } from "./pictured-home.ts";
export { type CatalogueApp, type Place, placeOf } from "./queries.ts";
export { isOpenToClass } from "./rules.ts";
export { readViewers, readViewersAmong, type AppViewer } from "./viewers.ts";
