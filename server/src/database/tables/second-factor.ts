import type { Generated } from "kysely";
import type { Stamped, Timestamp } from "./column-types.ts";

export interface SecondFactorTables {
  spent_check: SpentCheckTable;
  totp: TotpTable;
  passkey: PasskeyTable;
  recovery_code: RecoveryCodeTable;
}

export interface SpentCheckTable {
  id: string;
  expires_at: Timestamp;
}

export interface TotpTable {
  user_id: string;
  secret: string;
  last_step: number;
  created_at: Stamped;
  used_at: Timestamp | null;
}

export interface PasskeyTable {
  id: string;
  user_id: string;
  public_key: string;
  counter: number;
  transports: Generated<string>;
  name: string;
  created_at: Stamped;
  used_at: Timestamp | null;
}

export interface RecoveryCodeTable {
  user_id: string;
  code_hash: string;
  used_at: Timestamp | null;
}
