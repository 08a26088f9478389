import { sql } from "kysely";
import type { Queryable } from "../database/database.ts";
import type { AppItemBody } from "../database/tables/app-data.ts";
import { isChildInSql } from "../session/age-facts.ts";
import type { HomeOf } from "./read.ts";

/** A to-do or card that an app has sent for a home. */
export interface AppItem {
  app_id: string;
  kind: "todo" | "card";
  key: string;
  body: AppItemBody;
  due_at: Date | null;
}

/** Items of one home that are looked at; an app cannot hide another's behind more. */
const MAX_READ = 200;

/**
 * Reads the to-dos and cards of a home that count now: neither done, taken away nor over; none of a child under 14 for whom
 * no guardian agrees. Whether the apps are still seen is not asked. The statement must see the home's school.
 */
export async function readItems(
  db: Queryable,
  { user_id, identity, school_id }: HomeOf,
  now: Date,
): Promise<AppItem[]> {
  const { rows } = await sql<AppItem>`
    select i.app_id, i.kind, i.key, i.body, i.due_at
    from app_item i join "user" u on u.id = i.user_id
    where i.user_id = ${user_id} and i.identity = ${identity} and i.school_id = ${school_id}
      and i.kind in ('todo', 'card') and not i.is_gone and not coalesce((i.body->>'done')::boolean, false)
      and (i.until_at is null or i.until_at > ${now})
      and not (${isChildInSql(now, "probe")} and not exists (select from consent c
        where c.user_id = u.id and c.type = 'child' and c.given_by is not null))
    order by i.due_at nulls last, i.updated_at desc, i.app_id, i.key limit ${MAX_READ}`.execute(db);
  return rows;
}

/** Returns the link of an item, named as `todo:key` or `card:key`, that an app has sent for a home; undefined without one. */
export async function readItemLink(
  db: Queryable,
  { user_id, identity, school_id }: HomeOf,
  app_id: string,
  item: string,
): Promise<string | undefined> {
  const [, kind, key] = /^(todo|card):(.+)$/.exec(item) ?? [];
  const { rows } = await sql<{ link: string | null }>`
    select body->>'link' as link from app_item
    where user_id = ${user_id} and identity = ${identity} and school_id = ${school_id} and app_id = ${app_id}
      and kind = ${kind ?? ""} and key = ${key ?? ""} and not is_gone`.execute(db);
  return rows[0]?.link ?? undefined;
}
