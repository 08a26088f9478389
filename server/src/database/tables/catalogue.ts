import type { ColumnType, Generated } from "kysely";
import { AppDraft, type AppSettings, type Identity } from "#contract";
import type { Stamped, Timestamp } from "./column-types.ts";

export interface CatalogueTables {
  app_category: AppCategoryTable;
  app: AppTable;
  quick_app: QuickAppTable;
  app_use: AppUseTable;
}

export interface AppCategoryTable {
  id: string;
  name: string;
  sort: Generated<number>;
}

/** The columns of an app's entry: a draft's fields but the id and the revision that it guards against. */
type EntryFields = Required<Omit<AppDraft, "id" | "revision">>;
/** Columns without a default. */
type Wanted = "category_id" | "name" | "icon" | "icon_mono" | "launch" | "url";
export type EntryList = {
  [C in keyof EntryFields]: EntryFields[C] extends string[] ? C : never;
}[keyof EntryFields];

const { id: _, revision: __, ...fields } = AppDraft.properties;
/** The columns of an app's entry; all code that writes, compares or declares an entry takes them from here. */
export const ENTRY_COLUMNS = Object.keys(fields) as (keyof EntryFields)[];
export const ENTRY_LISTS = ENTRY_COLUMNS.filter(
  (name): name is EntryList => (fields[name] as { type?: string }).type === "array",
);

export interface AppTable
  extends
    Pick<EntryFields, Wanted>,
    Columns<Omit<EntryFields, Wanted | "open_at" | "close_at" | "settings">> {
  id: string;
  open_at: Timestamp | null;
  close_at: Timestamp | null;
  /** The settings of the app's kind: `SETTINGS_OF_KIND` of the contract. */
  settings: ColumnType<AppSettings, AppSettings | undefined, AppSettings>;
  /** Schools that have switched the app off for themselves. */
  off_school_ids: Generated<string[]>;
  secret_hash: string | null;
  /** Rises by one with every change. */
  revision: Generated<number>;
  created_at: Stamped;
  updated_at: Stamped;
}
type Columns<Fields> = { [C in keyof Fields]: Generated<Fields[C]> };

export interface QuickAppTable {
  user_id: string;
  identity: Identity;
  app_ids: string[];
  updated_at: Stamped;
}

export interface AppUseTable {
  user_id: string;
  identity: Identity;
  app_id: string;
  used_at: Timestamp;
  times: Generated<number>;
}
