import { type Selectable, sql } from "kysely";
import type { PageCursor } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { NoticeTable } from "../database/tables/notice.ts";
import type { Scope } from "../rights/rules.ts";
import { schoolWithin } from "../rights/scope-sql.ts";

/** A notice with the names of its place and of who wrote it. */
export interface NoticeRow extends Selectable<NoticeTable> {
  place_name: string;
  by_name: string | null;
}

function named(db: Queryable) {
  return db
    .selectFrom("notice as n")
    .innerJoin("school as s", "s.id", "n.school_id")
    .leftJoin("user as u", "u.id", "n.made_by")
    .selectAll("n")
    .select(["s.name as place_name", "u.name as by_name"]);
}

/** Reads a notice of the schools that the running code may see. */
export function findNotice(db: Queryable, id: string): Promise<NoticeRow | undefined> {
  return named(db).where("n.id", "=", id).executeTakeFirst();
}

/** Returns the id of the notice that this attempt of the person made at a school already. */
export async function noticeOfAttempt(
  db: Queryable,
  made_by: string,
  { school_id, attempt }: { school_id: string; attempt?: string | undefined },
): Promise<string | undefined> {
  if (attempt === undefined) return undefined;
  const notice = await db
    .selectFrom("notice")
    .select("id")
    .where("school_id", "=", school_id)
    .where("made_by", "=", made_by)
    .where("attempt", "=", attempt)
    .executeTakeFirst();
  return notice?.id;
}

/** Reads a page of the notices of the places in a scope, and of those that a person wrote, the newest first. */
export function findNoticesOf(
  db: Queryable,
  { scope, user_id }: { scope: Scope; user_id: string },
  {
    school_id,
    after,
    limit,
  }: { school_id: string | undefined; after: PageCursor | undefined; limit: number },
): Promise<NoticeRow[]> {
  return named(db)
    .where(({ or, eb }) =>
      or([schoolWithin(scope, sql.ref("n.school_id")), eb("n.made_by", "=", user_id)]),
    )
    .$if(school_id !== undefined, (query) => query.where("n.school_id", "=", school_id ?? ""))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(n.created_at, n.id) < (${after?.at ?? new Date(0)}, ${after?.id ?? ""})`,
      ),
    )
    .orderBy("n.created_at", "desc")
    .orderBy("n.id", "desc")
    .limit(limit)
    .execute();
}
