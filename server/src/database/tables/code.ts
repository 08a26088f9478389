import type { Generated } from "kysely";
import type { Channel, CodeUse } from "#contract";
import type { Timestamp } from "./column-types.ts";

export interface CodeTables {
  code: CodeTable;
  code_limit: CodeLimitTable;
  outbox: OutboxTable;
  held_contact: HeldContactTable;
}

export interface CodeTable {
  receiver_key: string;
  use: CodeUse;
  user_id: Generated<string>;
  code_hash: string;
  wrong_tries: Generated<number>;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: Timestamp | null;
}

export interface CodeLimitTable {
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

export interface HeldContactTable {
  user_id: string;
  channel: Channel;
  receiver_key: string;
  held_at: Timestamp;
}
