import type { Device } from "#contract";
import type { Timestamp } from "./column-types.ts";

export interface ReleaseTables {
  release: ReleaseTable;
}

export interface ReleaseTable {
  device: Device;
  version: string;
  min_version: string;
  force: boolean;
  notes: string;
  url: string;
  published_at: Timestamp;
  withdrawn_at: Timestamp | null;
}
