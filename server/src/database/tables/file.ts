import type { Generated } from "kysely";
import type { FilePurpose, FileType } from "#contract";
import type { Timestamp } from "./column-types.ts";

export interface FileTables {
  file: FileTable;
  picture: PictureTable;
}

export interface PictureTable {
  id: string;
  mime: FileType;
  bytes: Uint8Array;
  created_at: Timestamp;
}

export interface FileTable {
  id: string;
  user_id: string;
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
