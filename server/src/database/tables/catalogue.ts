import type { ColumnType, Generated } from "kysely";
import type { AppSettings, Identity, LaunchKind } from "#contract";
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

export interface AppTable {
  id: string;
  category_id: string;
  name: string;
  description: Generated<string>;
  icon: string;
  icon_mono: string;
  launch: LaunchKind;
  url: string;
  opens_in: Generated<"tab" | "frame" | "module">;
  display_status: Generated<"display" | "not_display">;
  sort: Generated<number>;
  badge: Generated<string>;
  pinyin: Generated<string>;
  roles: Generated<string[]>;
  clients: Generated<string[]>;
  school_ids: Generated<string[]>;
  stage_ids: Generated<string[]>;
  grade_ids: Generated<string[]>;
  class_ids: Generated<string[]>;
  district_id: Generated<string | null>;
  allow_user_ids: Generated<string[]>;
  allow_school_ids: Generated<string[]>;
  allow_class_ids: Generated<string[]>;
  allow_identities: Generated<string[]>;
  deny_user_ids: Generated<string[]>;
  deny_school_ids: Generated<string[]>;
  deny_class_ids: Generated<string[]>;
  deny_identities: Generated<string[]>;
  open_at: Timestamp | null;
  close_at: Timestamp | null;
  claims: Generated<string[]>;
  secret_hash: string | null;
  /** What the app's kind needs: `SETTINGS_OF_KIND` of the contract. */
  settings: ColumnType<AppSettings, AppSettings | undefined, AppSettings>;
  approved: Generated<boolean>;
  step_up: Generated<boolean>;
  /** One more with every change. */
  revision: Generated<number>;
  created_at: Stamped;
  updated_at: Stamped;
}

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
