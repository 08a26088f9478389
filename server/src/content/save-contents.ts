import { sql, type Insertable } from "kysely";
import { mediumKeyOf } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { ContentTable } from "../database/tables/content.ts";
import type { IndexWords } from "./index-words.ts";
import type { ReadyContent } from "./ready-contents.ts";

/** Rows in one statement; a statement takes at most 65,535 values. */
const ROWS_AT_ONCE = 250;

const COLUMNS = [
  "type_id",
  "title",
  "description",
  "cover",
  "stage_id",
  "grade_id",
  "subject_id",
  "author",
  "source",
  "keywords",
  "sections",
  "media",
  "medium_id",
  "state",
  "tok",
  "title_plain",
  "sounds",
  "initials",
] as const;

/**
 * Adds and updates items by owner and id; others stay as they are, and a second run changes nothing. An item keeps the
 * day of its first publication. Returns how many were added or changed.
 */
export async function saveContents(
  trx: Queryable,
  contents: readonly ReadyContent[],
  now: Date,
): Promise<number> {
  let written = 0;
  for (let from = 0; from < contents.length; from += ROWS_AT_ONCE) {
    const some = contents.slice(from, from + ROWS_AT_ONCE);
    const rows = some.map((one) => toRow(one, now));
    written += await upsert(trx, rows, now);
    await addFirstViews(trx, some);
  }
  await countChange(
    trx,
    contents.map(({ item }) => item),
  );
  return written;
}

/** Counts a change of each owner's content, last in a transaction: whoever changes the same owner's waits for its end. */
async function countChange(
  trx: Queryable,
  items: readonly Pick<ContentKey, "school_id">[],
): Promise<void> {
  const owners = [...new Set(items.map(({ school_id }) => school_id))].toSorted();
  if (owners.length === 0) return;
  await trx
    .insertInto("content_version")
    .values(owners.map((school_id) => ({ school_id, version: 1 })))
    .onConflict((conflict) =>
      conflict.column("school_id").doUpdateSet({
        version: sql<number>`content_version.version + 1`,
      }),
    )
    .execute();
}

async function upsert(
  trx: Queryable,
  rows: readonly Insertable<ContentTable>[],
  now: Date,
): Promise<number> {
  const kept = sql.join(COLUMNS.map((column) => sql.ref(`content.${column}`)));
  const given = sql.join(COLUMNS.map((column) => sql.ref(`excluded.${column}`)));
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto("content")
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .columns(["school_id", "id"])
        .doUpdateSet((row) => ({
          ...Object.fromEntries(COLUMNS.map((column) => [column, row.ref(`excluded.${column}`)])),
          published_at: sql<Date | null>`coalesce(content.published_at, excluded.published_at)`,
          withdrawn_at: sql<Date | null>`case
            when excluded.state = 'published' then null
            when content.state = 'published' then ${now}::timestamptz
            else content.withdrawn_at end`,
          updated_at: now,
        }))
        .where(sql<boolean>`(${kept}) is distinct from (${given})`),
    )
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows);
}

async function addFirstViews(trx: Queryable, contents: readonly ReadyContent[]): Promise<void> {
  const seen = contents.flatMap(({ item: { school_id, id, views = 0 } }) =>
    views > 0 ? [{ school_id, content_id: id, views }] : [],
  );
  if (seen.length === 0) return;
  await trx
    .insertInto("content_view")
    .values(seen)
    .onConflict((conflict) => conflict.columns(["school_id", "content_id"]).doNothing())
    .execute();
}

function toRow({ item, words }: ReadyContent, now: Date): Insertable<ContentTable> {
  const { views: _, published_at, sections, media, ...columns } = item;
  return {
    ...columns,
    sections: JSON.stringify(sections),
    media: JSON.stringify(media),
    medium_id: mediumKeyOf(media[0]?.url ?? "") ?? null,
    ...(JSON.parse(words) as IndexWords),
    published_at: item.state === "published" ? (published_at ?? now) : null,
    withdrawn_at: null,
    created_at: now,
    updated_at: now,
  };
}

/** The key of an item; `school_id` is empty for one that is everybody's. */
export interface ContentKey {
  school_id: string;
  id: string;
}

/** Deletes items with the counts of their views; returns how many there were. */
export async function removeContents(
  trx: Queryable,
  items: readonly ContentKey[],
): Promise<number> {
  await sql`delete from content_view v using ${keysOf(items)}
    where v.school_id = k.school_id and v.content_id = k.id`.execute(trx);
  const { numAffectedRows = 0n } = await sql`delete from content c using ${keysOf(items)}
    where c.school_id = k.school_id and c.id = k.id`.execute(trx);
  await countChange(trx, items);
  return Number(numAffectedRows);
}

/** Returns items as a table `k` of a statement. */
export function keysOf(items: readonly ContentKey[]) {
  return sql`unnest(${items.map(({ school_id }) => school_id)}::text[], ${items.map(({ id }) => id)}::text[])
    as k(school_id, id)`;
}
