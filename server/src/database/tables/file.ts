import type { Generated } from "kysely";
import type { FilePurpose, FileType } from "#contract";
import type { Timestamp } from "./column-types.ts";

export interface FileTables {
  file: FileTable;
  picture: PictureTable;
  content_medium: ContentMediumTable;
}

export interface PictureTable {
  id: string;
  mime: FileType;
  bytes: Uint8Array;
  created_at: Timestamp;
  /** When the sweep first saw that nothing refers to it. */
  idle_since: Generated<Timestamp | null>;
}

export interface ContentMediumTable {
  id: string;
  name: string;
  mime: FileType;
  size: number;
  /** The school or district whose lessons may refer to it, empty for everybody's; null until the first one does. */
  owner: Generated<string | null>;
  created_at: Timestamp;
  /** When the sweep first saw that nothing refers to it. */
  idle_since: Generated<Timestamp | null>;
}

export interface FileTable {
  id: string;
  /** Null for a notice's file whose uploader was erased: the notice stays. */
  user_id: string | null;
  purpose: FilePurpose;
  name: string;
  promised_mime: FileType;
  promised_size: number;
  created_at: Timestamp;
  expires_at: Timestamp;
  state: Generated<"promised" | "arriving" | "arrived" | "stored" | "dropped">;
  mime: FileType | null;
  size: number | null;
  width: number | null;
  height: number | null;
  stored_at: Timestamp | null;
  is_held: Generated<boolean>;
  released_at: Timestamp | null;
  is_cleared: Generated<boolean>;
}
