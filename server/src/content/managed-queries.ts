import { sql } from "kysely";
import type { InputOf, readManagedContents } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { Scope } from "../rights/rules.ts";
import { schoolWithin } from "../rights/scope-sql.ts";
import type { ContentRow } from "./find.ts";
import type { ContentKey } from "./save-contents.ts";
import { holds } from "./search-sql.ts";
import { readKeyword } from "./wanted.ts";

const LISTED = 50;

/** A managed item, with its owner's name and its views. */
export type ManagedRow = Omit<
  ContentRow,
  "medium_id" | "tok" | "title_plain" | "sounds" | "initials"
> & {
  owner_name: string;
  views: number;
};

/** Selects the items whose owner lies in the scope: what belongs to everybody is the whole platform's. */
function itemsWithin(db: Queryable, scope: Scope) {
  return db
    .selectFrom("content as c")
    .leftJoin("school as s", "s.id", "c.school_id")
    .leftJoin("content_view as v", (join) =>
      join.onRef("v.school_id", "=", "c.school_id").onRef("v.content_id", "=", "c.id"),
    )
    .where(schoolWithin(scope, sql.ref("c.school_id")))
    .select([
      ...(["c.school_id", "c.id", "c.type_id", "c.title", "c.description", "c.cover"] as const),
      ...(["c.stage_id", "c.grade_id", "c.subject_id", "c.author", "c.source"] as const),
      ...(["c.keywords", "c.sections", "c.media", "c.state"] as const),
      ...(["c.published_at", "c.withdrawn_at", "c.created_at", "c.updated_at"] as const),
    ])
    .select([
      sql<string>`coalesce(s.name, '')`.as("owner_name"),
      sql<number>`coalesce(v.views, 0)`.as("views"),
    ]);
}

/** Returns a managed item; undefined when its owner lies outside of the scope. */
export function findManaged(
  db: Queryable,
  scope: Scope,
  { school_id, id }: ContentKey,
): Promise<ManagedRow | undefined> {
  return itemsWithin(db, scope)
    .where("c.school_id", "=", school_id)
    .where("c.id", "=", id)
    .executeTakeFirst();
}

/** Locks an item until the transaction ends; returns whether it is still as it was at that time. */
export async function isUnchanged(
  trx: Queryable,
  { school_id, id, updated_at }: Pick<ManagedRow, "school_id" | "id" | "updated_at">,
): Promise<boolean> {
  const row = await trx
    .selectFrom("content")
    .select("updated_at")
    .where("school_id", "=", school_id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row?.updated_at.getTime() === updated_at.getTime();
}

/** The end of a page. */
export interface ManagedCursor extends ContentKey {
  at: Date;
}

type Filters = Pick<
  InputOf<typeof readManagedContents>,
  "keyword" | "type_id" | "subject_id" | "grade_id" | "state" | "school_id"
>;

/** Returns a page of items, the last changed first. */
export async function listManaged(
  db: Queryable,
  scope: Scope,
  { keyword = "", state, school_id, ...tags }: Filters,
  after: ManagedCursor | undefined,
): Promise<{ rows: ManagedRow[]; next: ManagedRow | undefined }> {
  const wanted = readKeyword(keyword);
  let query = itemsWithin(db, scope);
  // by the view: row-level security keeps the index of words from the table itself
  if (wanted !== null) {
    query = query.where(
      sql<boolean>`(c.id = ${keyword.trim()} or (c.school_id, c.id) in (
        select c.school_id, c.id from content_searchable c where ${holds(wanted)}))`,
    );
  }
  for (const tag of ["type_id", "subject_id", "grade_id"] as const) {
    const chosen = tags[tag];
    if (chosen !== undefined) query = query.where(`c.${tag}`, "=", chosen);
  }
  if (state !== undefined) {
    query = query.where("c.state", "=", state === "shown" ? "published" : "draft");
  }
  if (school_id !== undefined) query = query.where("c.school_id", "=", school_id);
  if (after !== undefined) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple("c.updated_at", "c.school_id", "c.id"),
        "<",
        tuple(after.at, after.school_id, after.id),
      ),
    );
  }
  const rows = await query
    .orderBy("c.updated_at", "desc")
    .orderBy("c.school_id", "desc")
    .orderBy("c.id", "desc")
    .limit(LISTED + 1)
    .execute();
  const page = rows.slice(0, LISTED);
  return { rows: page, next: rows.length > LISTED ? page.at(-1) : undefined };
}
