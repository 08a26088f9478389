import type { Generated } from "kysely";
import type { Channel, CodeUse } from "#contract";
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
  /** The last time the person gave a password or second factor in this session. */
  proved_at: Timestamp | null;
  /** The last use of administration in this session (GR-08). */
  administered_at: Generated<Date | null>;
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

export interface CodeTables {
  code: CodeTable;
  code_limit: CodeLimitTable;
  outbox: OutboxTable;
  mail: MailTable;
  verified_contact: VerifiedContactTable;
}

interface CodeTable {
  receiver_key: string;
  use: CodeUse;
  user_id: Generated<string>;
  code_hash: string;
  wrong_tries: Generated<number>;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: Timestamp | null;
}

interface CodeLimitTable {
  key: string;
  taken: number;
  last_at: Timestamp;
  blocked_until: Timestamp;
}

export interface OutboxTable {
  id: string;
  channel: Channel;
  receiver: string;
  use: CodeUse;
  code: string | null;
  status: "kept" | "waiting" | "sent" | "failed";
  created_at: Timestamp;
  expires_at: Timestamp;
}

interface MailTable {
  id: string;
  receiver: string;
  subject: string;
  /** Null once the mail is sent or given up. */
  body: string | null;
  status: "waiting" | "sent" | "failed";
  created_at: Timestamp;
}

interface VerifiedContactTable {
  user_id: string;
  channel: Channel;
  receiver_key: string;
  verified_at: Timestamp;
}

export interface QrCodeTables {
  qr_code: QrCodeTable;
}

export interface QrCodeTable {
  poll_hash: string;
  code_hash: string;
  browser_hash: string;
  status: Generated<"waiting" | "scanned" | "confirmed" | "refused" | "used">;
  user_id: string | null;
  client: "web" | "pc" | "mobile";
  device: string;
  ip: string;
  network: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface SecondFactorTables {
  spent_check: SpentCheckTable;
  totp: TotpTable;
  passkey: PasskeyTable;
  recovery_code: RecoveryCodeTable;
}

interface SpentCheckTable {
  id: string;
  expires_at: Timestamp;
}

interface TotpTable {
  user_id: string;
  secret: string;
  last_step: number;
  created_at: Stamped;
  used_at: Timestamp | null;
}

interface PasskeyTable {
  id: string;
  user_id: string;
  public_key: string;
  counter: number;
  transports: Generated<string>;
  name: string;
  created_at: Stamped;
  used_at: Timestamp | null;
}

interface RecoveryCodeTable {
  user_id: string;
  code_hash: string;
  used_at: Timestamp | null;
}
