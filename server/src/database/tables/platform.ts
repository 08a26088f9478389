import type { ColumnType, Generated } from "kysely";
import type { Device } from "#contract";
import type { Stamped, Timestamp } from "./column-types.ts";

export interface PlatformTables {
  platform_state: PlatformStateTable;
}

export interface PlatformStateTable {
  key: string;
  value: string;
}

export interface TelemetryTables {
  event_report: EventReportTable;
}

export interface EventReportTable {
  id: string;
  event: string;
  client: Generated<string>;
  page: Generated<string>;
  detail: ColumnType<Record<string, unknown>, string, string>;
  created_at: Stamped;
}

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

export interface RosterTables {
  roster_source: RosterSourceTable;
  roster_bundle: RosterBundleTable;
  roster_file: RosterFileTable;
}

interface RosterSourceTable {
  source: string;
  /** The bundle that the platform's rows follow; null: none yet. */
  bundle_id: string | null;
  /** When it first filled the platform, by no change set; null: by one, or too long ago to be known. */
  first_at: Generated<Timestamp | null>;
}

/** Bundles of OneRoster sources: present, former as long as they may come back, and planned ones. */
interface RosterBundleTable {
  id: string;
  source: string;
  base_id: string | null;
  created_at: Timestamp;
}

interface RosterFileTable {
  bundle_id: string;
  file: string;
  content: string;
}
