import type { ColumnType, Generated } from "kysely";
import type { Identity } from "#contract";
import type { Timestamp } from "./column-types.ts";

export interface OidcTables {
  oidc_payload: OidcPayloadTable;
  oidc_grant: OidcGrantTable;
}

export interface OidcPayloadTable {
  model: string;
  id_hash: string;
  payload: ColumnType<Record<string, unknown>, object, object>;
  grant_id: string | null;
  uid: string | null;
  expires_at: Timestamp;
  consumed_at: Timestamp | null;
}

export interface OidcGrantTable {
  id: string;
  sid: string;
  app_id: string;
  user_id: string;
  session_id: string;
  identity: Identity;
  school_id: string;
  created_at: Timestamp;
  ended_at: Timestamp | null;
  told_at: Timestamp | null;
  tries: Generated<number>;
}
