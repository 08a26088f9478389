import type { ColumnType, Generated } from "kysely";
import type { Stamped, Timestamp } from "./column-types.ts";

export interface LtiTables {
  lti_context: LtiContextTable;
  lti_launch: LtiLaunchTable;
  lti_deep_link: LtiDeepLinkTable;
  lti_item: LtiItemTable;
  lti_line_item: LtiLineItemTable;
  lti_score: LtiScoreTable;
  lti_access_token: LtiAccessTokenTable;
  lti_assertion: LtiAssertionTable;
}

export interface LtiContextTable {
  school_id: string;
  id: string;
  app_id: string;
  class_id: string;
  created_at: Stamped;
}

export interface LtiLaunchTable {
  ticket_hash: string;
  message: "resource" | "deep-link";
  class_id: string | null;
  item_id: string | null;
}

export interface LtiDeepLinkTable {
  data_hash: string;
  app_id: string;
  user_id: string;
  session_id: string;
  school_id: string;
  context_id: string;
  expires_at: Timestamp;
  used_at: Timestamp | null;
}

export interface LtiItemTable {
  school_id: string;
  id: string;
  app_id: string;
  context_id: string;
  type: "ltiResourceLink" | "link";
  title: string;
  text: Generated<string>;
  url: string;
  custom: ColumnType<Record<string, string>, object | undefined, object>;
  created_by: string;
  created_at: Stamped;
}

export interface LtiLineItemTable {
  school_id: string;
  id: string;
  context_id: string;
  label: string;
  score_maximum: number;
  resource_id: Generated<string>;
  tag: Generated<string>;
  /** The resource link that it belongs to; empty: none. */
  resource_link_id: Generated<string>;
  starts_at: Timestamp | null;
  ends_at: Timestamp | null;
  created_at: Stamped;
}

export interface LtiScoreTable {
  school_id: string;
  line_item_id: string;
  user_id: string;
  score_given: number | null;
  score_maximum: number | null;
  comment: Generated<string>;
  activity_progress: string;
  grading_progress: string;
  scored_at: Timestamp;
}

export interface LtiAccessTokenTable {
  token_hash: string;
  app_id: string;
  scopes: string[];
  expires_at: Timestamp;
}

export interface LtiAssertionTable {
  app_id: string;
  jti_hash: string;
  expires_at: Timestamp;
}
