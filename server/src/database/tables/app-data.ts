import type { Identity } from "#contract";
import type { ColumnType } from "kysely";
import type { Timestamp } from "./column-types.ts";

export interface AppDataTables {
  app_subject: AppSubjectTable;
  app_item: AppItemTable;
}

/** The pairwise subjects that an app was given. */
interface AppSubjectTable {
  app_id: string;
  sub: string;
  user_id: string;
}

/** Content of an item beside its dates; fields that its kind does not have are absent. */
export interface AppItemBody {
  /** A badge only. */
  count?: number;
  dot?: boolean;
  /** A to-do or a card only. */
  title?: string;
  link?: string;
  done?: boolean;
  card?: "lesson" | "homework" | "figure" | "list" | "medal";
  note?: string;
  value?: string;
  unit?: string;
  lines?: { text: string; note?: string }[];
  starts?: string;
  ends?: string;
}

interface AppItemTable {
  user_id: string;
  identity: Identity;
  school_id: string;
  app_id: string;
  kind: "badge" | "todo" | "card";
  key: string;
  version: ColumnType<number, number, number>;
  body: ColumnType<AppItemBody, string, string>;
  due_at: Timestamp | null;
  until_at: Timestamp | null;
  is_gone: boolean;
  updated_at: Timestamp;
}
