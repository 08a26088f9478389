import { sql, type Insertable } from "kysely";
import type { Queryable } from "../database/database.ts";
import type { ContentTable } from "../database/tables/content.ts";
import { contentFaults, type ContentToSave } from "./content-faults.ts";
import { tagName } from "./curriculum.ts";
import { indexWords } from "./index-words.ts";

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
  "state",
  "tok",
  "title_plain",
  "sounds",
  "initials",
] as const;

/**
 * Adds and updates items by owner and id; what is not named stays as it is, and saving the same again changes nothing.
 * An item keeps the day it was first published on. Throws when one cannot be kept, naming all faults.
 */
export async function saveContents(
  trx: Queryable,
  items: readonly ContentToSave[],
  now: Date,
): Promise<void> {
  const faults = items.flatMap((item) =>
    contentFaults(item).map((fault) => `${item.title || item.id}：${fault}`),
  );
  if (faults.length > 0) throw new Error(faults.join("\n"));
  for (let from = 0; from < items.length; from += ROWS_AT_ONCE) {
    const some = items.slice(from, from + ROWS_AT_ONCE);
    await upsert(trx, await Promise.all(some.map((item) => toRow(item, now))), now);
    await addFirstViews(trx, some);
  }
}

async function upsert(
  trx: Queryable,
  rows: readonly Insertable<ContentTable>[],
  now: Date,
): Promise<void> {
  const kept = sql.join(COLUMNS.map((column) => sql.ref(`content.${column}`)));
  const given = sql.join(COLUMNS.map((column) => sql.ref(`excluded.${column}`)));
  await trx
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
    .execute();
}

async function addFirstViews(trx: Queryable, items: readonly ContentToSave[]): Promise<void> {
  const seen = items.flatMap(({ school_id, id, views = 0 }) =>
    views > 0 ? [{ school_id, content_id: id, views }] : [],
  );
  if (seen.length === 0) return;
  await trx
    .insertInto("content_view")
    .values(seen)
    .onConflict((conflict) => conflict.columns(["school_id", "content_id"]).doNothing())
    .execute();
}

async function toRow(
  { views: _, published_at, sections, media, ...item }: ContentToSave,
  now: Date,
): Promise<Insertable<ContentTable>> {
  const names = [
    tagName("types", item.type_id),
    tagName("stages", item.stage_id),
    tagName("grades", item.grade_id),
    tagName("subjects", item.subject_id),
  ].filter((name) => name !== undefined);
  const texts = [
    item.description,
    item.author,
    item.source,
    ...item.keywords,
    ...sections.flatMap(({ title, text }) => [title, text]),
  ];
  return {
    ...item,
    sections: JSON.stringify(sections),
    media: JSON.stringify(media),
    ...(await indexWords(item.title, names, texts)),
    published_at: item.state === "published" ? (published_at ?? now) : null,
    withdrawn_at: null,
    created_at: now,
    updated_at: now,
  };
}
