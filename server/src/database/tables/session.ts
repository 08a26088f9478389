import type { Generated } from "kysely";
import type { Stamped, Timestamp } from "./column-types.ts";

export interface SessionTables {
  session: SessionTable;
  device_credential: DeviceCredentialTable;
  login_throttle: LoginThrottleTable;
}

export interface SessionTable {
  id: string;
  token_hash: string;
  user_id: string;
  client: "web" | "pc" | "mobile";
  device: Generated<string>;
  ip: Generated<string>;
  created_at: Stamped;
  last_seen_at: Stamped;
  expires_at: Timestamp;
  ended_at: Timestamp | null;
  end_reason: "logout" | "replaced" | "revoked" | "expired" | null;
  /** When it last saw the person's password. */
  proved_at: Timestamp | null;
  /** The remembered device that opened it, or that it has made. */
  credential_id: Generated<string | null>;
}

export interface DeviceCredentialTable {
  id: string;
  user_id: string;
  secret_hash: string;
  created_at: Stamped;
  used_at: Stamped;
  expires_at: Timestamp;
  revoked_at: Timestamp | null;
}

export interface LoginThrottleTable {
  key: string;
  failures: number;
  last_failure_at: Timestamp;
  blocked_until: Timestamp;
}
