import type { ColumnType, Generated } from "kysely";
import type { ContentDetail, Media } from "#contract";
import type { Stamped, Timestamp } from "./column-types.ts";

export interface ContentTables {
  content: ContentTable;
  content_view: ContentViewTable;
  content_version: ContentVersionTable;
}

type Section = ContentDetail["sections"][number];

export interface ContentTable {
  /** The school that it is for; empty: for everyone. */
  school_id: string;
  id: string;
  type_id: string;
  title: string;
  description: Generated<string>;
  cover: Generated<string>;
  stage_id: Generated<string>;
  grade_id: Generated<string>;
  subject_id: Generated<string>;
  author: Generated<string>;
  source: Generated<string>;
  keywords: Generated<string[]>;
  /** Written as JSON text. */
  sections: ColumnType<Section[], string, string>;
  /** Written as JSON text. */
  media: ColumnType<Media[], string, string>;
  /** The key of the medium that was uploaded; null: it is elsewhere, or none. */
  medium_id: Generated<string | null>;
  state: Generated<"draft" | "published">;
  tok: Generated<string[]>;
  title_plain: Generated<string>;
  sounds: Generated<string>;
  initials: Generated<string>;
  published_at: Timestamp | null;
  withdrawn_at: Timestamp | null;
  created_at: Stamped;
  updated_at: Stamped;
}

export interface ContentViewTable {
  school_id: string;
  content_id: string;
  views: Generated<number>;
  slot: Generated<number>;
  views_before: Generated<number>;
  former_slot: Generated<number>;
  former_views_before: Generated<number>;
}

export interface ContentVersionTable {
  school_id: string;
  /** Rises with every change of the owner's content. */
  version: number;
}
