import { sql } from "kysely";
import type { Identity, NoticeKind } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { NoticeDetail } from "./api.ts";

/** The reader, with the active identity: a child is addressed otherwise. */
export interface Reader {
  user_id: string;
  identity: Identity | null;
}

/** A notice with the names that its reader may know. */
export interface NoticeRow {
  id: string;
  kind: NoticeKind;
  at: Date;
  seen_at: Date | null;
  detail: NoticeDetail;
  /** The school or district that answers for it; null: the platform. */
  place: string | null;
  /** The actor's name, where both belong to the school that answers for it. */
  by_name: string | null;
  /** The school or district that it is about. */
  school: string | null;
  /** The name of an organisation's own bundle. */
  bundle_name: string | null;
  /** The reader's child that it is about; null also where it is no longer the reader's. */
  child: string | null;
  about_id: string | null;
}

/** Reads a person's notices, the newest first. The statement must see every school. */
export async function findNotices(
  db: Queryable,
  { user_id }: Reader,
  { unseen, limit }: { unseen: boolean; limit: number },
): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    select n.id, n.kind, n.at, n.seen_at, n.detail, n.about_id, p.name as place, s.name as school, b.name as bundle_name,
      (select c.name from guardian g join "user" c on c.id = g.child_id
        where g.user_id = n.user_id and g.child_id = n.about_id) as child,
      case when p.kind = 'school' then (select a.name from "user" a
        join membership am on am.user_id = a.id and am.school_id = p.id and am.identity not in ('student', 'parent')
        where a.id = n.by_id and exists (select from membership pm
          where pm.school_id = p.id and pm.user_id in (n.user_id, n.about_id)) limit 1) end as by_name
    from person_notice n
    left join school p on p.id = n.by_place_id
    left join school s on s.id = n.detail ->> 'school_id'
    left join right_bundle b on b.id = n.detail ->> 'bundle'
    where n.user_id = ${user_id} ${unseen ? sql`and n.seen_at is null` : sql``}
    order by n.at desc, n.id limit ${limit}`.execute(db);
  return rows;
}
