import type { PlaceKind } from "#contract";
import type { Timestamp } from "./column-types.ts";

export interface RightsTables {
  right_bundle: RightBundleTable;
  right_grant: RightGrantTable;
  right_review: RightReviewTable;
}

/** A term's review of the rights at a district or school. */
interface RightReviewTable {
  school_id: string;
  term: string;
  confirmed_by: string | null;
  confirmed_at: Timestamp;
}

export interface RightBundleTable {
  id: string;
  /** The school or district that owns the bundle; null: the platform. */
  owner_school_id: string | null;
  name: string;
  sentence: string;
  rights: string[];
  place_kinds: PlaceKind[];
  created_by: string | null;
  created_at: Timestamp;
  retired_at: Timestamp | null;
}

export interface RightGrantTable {
  id: string;
  user_id: string;
  right_name: string | null;
  bundle_id: string | null;
  place_kind: PlaceKind;
  school_id: string | null;
  part_id: string;
  until: Timestamp | null;
  given_by: string | null;
  created_at: Timestamp;
  rests_on_school_id: string;
  rests_on_identity: string;
  ended_at: Timestamp | null;
  ended_by: string | null;
  ended_why: string | null;
}
