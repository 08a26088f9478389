import { sql } from "kysely";
import type { App, Identity } from "#contract";
import type { Queryable } from "../database/database.ts";

/** A person's home: one for each identity and school. */
export interface HomeOf {
  user_id: string;
  identity: Identity;
  school_id: string;
}

/** Reads the badges that apps sent for a home, by app, as `App.badge` has them. */
export async function readBadges(
  db: Queryable,
  { user_id, identity, school_id }: HomeOf,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ app_id: string; badge: string }>`
    select app_id, case when (body->>'dot')::boolean then 'dot'
        when (body->>'count')::int > 0 then body->>'count' else '' end as badge
    from app_item where user_id = ${user_id} and identity = ${identity} and school_id = ${school_id}
      and kind = 'badge' and not is_gone`.execute(db);
  return new Map(rows.map(({ app_id, badge }) => [app_id, badge]));
}

/** Returns apps with the badges that they sent; an app that sent none keeps the one of its entry. */
export function withBadges<A extends Pick<App, "id" | "badge">>(
  apps: A[],
  badges: ReadonlyMap<string, string>,
): A[] {
  if (badges.size === 0) return apps;
  return apps.map((app) => {
    const badge = badges.get(app.id);
    return badge === undefined ? app : { ...app, badge };
  });
}
