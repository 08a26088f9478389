import type { ColumnType, Generated } from "kysely";
import type { Identity } from "#contract";
import type { Stamped, Timestamp } from "./column-types.ts";

export interface LaunchTables {
  app_ticket: AppTicketTable;
  cas_ticket: CasTicketTable;
  cas_logout: CasLogoutTable;
  signing_key: SigningKeyTable;
  app_disclosure: AppDisclosureTable;
}

export interface AppTicketTable {
  ticket_hash: string;
  app_id: string;
  user_id: string;
  session_id: string;
  identity: Identity;
  school_id: string;
  created_at: Stamped;
  expires_at: Timestamp;
  redeemed_at: Timestamp | null;
}

export interface CasTicketTable {
  ticket_hash: string;
  service: string;
  is_fresh: boolean;
  /** The ticket in clear, for the later logout message; null until its service has validated it. */
  ticket: string | null;
}

export interface CasLogoutTable {
  ticket_hash: string;
  app_id: string;
  user_id: string;
  service: string;
  ticket: string;
  ended_at: Timestamp;
  tries: Generated<number>;
  next_try_at: Timestamp;
}

export interface SigningKeyTable {
  period: number;
  kid: string;
  private_jwk: ColumnType<Record<string, unknown>, object, object>;
  created_at: Stamped;
}

export interface AppDisclosureTable {
  user_id: string;
  app_id: string;
  claims: string[];
  agreed_at: Timestamp;
}

export interface OidcTables {
  oidc_payload: OidcPayloadTable;
  oidc_grant: OidcGrantTable;
}

interface OidcPayloadTable {
  model: string;
  id_hash: string;
  payload: ColumnType<Record<string, unknown>, object, object>;
  grant_id: string | null;
  uid: string | null;
  expires_at: Timestamp;
  consumed_at: Timestamp | null;
}

interface OidcGrantTable {
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
