import type { ContentDetail, Named } from "#contract";
import type { Queryable } from "../database/database.ts";
import { tagName, type TAGS } from "./curriculum.ts";
import { listedItem } from "./listed-item.ts";
import { readRelated, type ContentRow, type Scope } from "./find.ts";
import { wordTokens } from "./tokens.ts";

const RELATED_ITEMS = 6;
/** Tokens of the title by which related items are found. */
const ALIKE_TOKENS = 12;

/** Returns a whole item with related ones. */
export async function contentDetail(
  db: Queryable,
  scope: Scope,
  row: ContentRow & { views: number },
): Promise<ContentDetail> {
  const tokens = wordTokens(row.title_plain).filter((token) => token.length > 1);
  const related = await readRelated(db, scope, row, tokens.slice(0, ALIKE_TOKENS), RELATED_ITEMS);
  return {
    id: row.id,
    title: row.title,
    desc: row.description,
    cover: row.cover,
    type_id: row.type_id,
    type_name: tagName("types", row.type_id) ?? "",
    stage: tag("stages", row.stage_id),
    grade: tag("grades", row.grade_id),
    subject: tag("subjects", row.subject_id),
    author: row.author,
    source: row.source,
    keywords: row.keywords,
    sections: row.sections,
    media: row.media,
    published_at: row.published_at?.toISOString() ?? "",
    updated_at: row.updated_at.toISOString(),
    views: row.views,
    related: related.map((other) => listedItem(other, null)),
  };
}

function tag(kind: keyof typeof TAGS, id: string): Named | null {
  const name = tagName(kind, id);
  return name === undefined ? null : { id, name };
}
