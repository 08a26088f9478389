import { type RawBuilder, sql } from "kysely";
import type { App, Identity } from "#contract";
import type { InStatement } from "../database/batched-reads.ts";

/** A person's home: one for each identity and school. */
export interface HomeOf {
  user_id: string;
  identity: Identity;
  school_id: string;
}

/** The badge that an app sent, as `App.badge` has it. */
interface SentBadge {
  app_id: string;
  badge: string;
}

/** Returns the SQL of the badges that apps sent for a home, for statements that read more. */
export function badgesOf({
  user_id,
  identity,
  school_id,
}: InStatement<HomeOf>): RawBuilder<SentBadge[]> {
  return sql`(
    select coalesce(json_agg(json_build_object('app_id', app_id, 'badge', case
      when (body->>'dot')::boolean then 'dot'
      when (body->>'count')::int > 0 then body->>'count' else '' end)), '[]')
    from app_item where user_id = ${user_id} and identity = ${identity} and school_id = ${school_id}
      and kind = 'badge' and not is_gone)`;
}

/** Returns apps with the badges that they sent; an app that sent none keeps the one of its entry. */
export function withBadges<A extends Pick<App, "id" | "badge">>(
  apps: A[],
  badges: readonly SentBadge[],
): A[] {
  if (badges.length === 0) return apps;
  const byApp = new Map(badges.map(({ app_id, badge }) => [app_id, badge]));
  return apps.map((app) => {
    const badge = byApp.get(app.id);
    return badge === undefined ? app : { ...app, badge };
  });
}
