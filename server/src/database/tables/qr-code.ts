import type { Generated } from "kysely";
import type { Timestamp } from "./column-types.ts";

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
