import type { ColumnType, Generated } from "kysely";
import type { Timestamp } from "./column-types.ts";

export interface OneRosterTables {
  one_roster_token: OneRosterTokenTable;
  one_roster_feed: OneRosterFeedTable;
  one_roster_record: OneRosterRecordTable;
}

interface OneRosterTokenTable {
  token_hash: string;
  app_id: string;
  scopes: string[];
  expires_at: Timestamp;
}

/** Progress of writing down an app's roster. */
interface OneRosterFeedTable {
  app_id: string;
  /** Digest of the entry that the records were written for. */
  entry_digest: string | null;
  refreshed_at: Timestamp | null;
  /** The latest `modified_at` of the app's records. */
  stamp: Timestamp | null;
  lease_until: Timestamp | null;
}

/** Objects of each app's roster, as last written or gone. */
interface OneRosterRecordTable {
  app_id: string;
  kind: string;
  sourced_id: string;
  school_id: Generated<string>;
  user_id: string | null;
  part: Generated<string>;
  tags: Generated<string[]>;
  body: ColumnType<Record<string, unknown>, object | undefined, object>;
  digest: Generated<string>;
  modified_at: Timestamp;
  is_deleted: Generated<boolean>;
}
