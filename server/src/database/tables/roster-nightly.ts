import type { NightlyOutcome } from "#contract";
import type { Timestamp } from "./column-types.ts";

export interface RosterNightlyTables {
  roster_connection: RosterConnectionTable;
  roster_place: RosterPlaceTable;
  roster_run: RosterRunTable;
}

/** A provider that a school or district is read from by night (RO-08). */
export interface RosterConnectionTable {
  school_id: string;
  source: string;
  version: number;
  address: string;
  token_address: string;
  client_id: string;
  /** Sealed. */
  secret: string;
  scope: string;
  demographics: boolean;
  /** The school's id at the provider; empty: found by name. */
  org_id: string;
  is_on: boolean;
  /** In China. */
  hour: number;
  /** Monday is 1. */
  weekdays: number[];
  days_without: string[];
  /** The last day whose run was begun or is past, in China. */
  last_day: string | null;
  updated_by: string | null;
  updated_at: Timestamp;
}

interface RosterPlaceTable {
  source: string;
  sourced_id: string;
  school_id: string;
}

export interface RosterRunTable {
  id: string;
  school_id: string;
  by_hand: boolean;
  started_at: Timestamp;
  finished_at: Timestamp | null;
  outcome: NightlyOutcome;
  sentence: string;
  change_set_id: string | null;
}
