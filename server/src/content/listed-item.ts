import type { SearchItem } from "#contract";
import { tagName } from "./curriculum.ts";
import { excerpt, titleMarks } from "./highlight.ts";
import type { ListedRow } from "./find.ts";
import type { Wanted } from "./wanted.ts";

/** Returns a row as a list shows it, with the matches of the keyword marked. */
export function listedItem(row: ListedRow, wanted: Wanted | null): SearchItem {
  const { title, sounds, description, sections } = row;
  const texts = [description, ...sections.map(({ text }) => text)];
  const { text, marks } = excerpt(texts, wanted);
  return {
    id: row.id,
    title,
    desc: text,
    cover: row.cover,
    type_id: row.type_id,
    type_name: tagName("types", row.type_id) ?? "",
    stage_name: tagName("stages", row.stage_id) ?? "",
    grade_name: tagName("grades", row.grade_id) ?? "",
    subject_name: tagName("subjects", row.subject_id) ?? "",
    source: row.source,
    published_at: row.published_at?.toISOString() ?? "",
    views: row.views,
    highlight: { title: titleMarks(title, sounds, wanted), desc: marks },
  };
}
