import type { ColumnType, Generated } from "kysely";
import type { AgreementType, AppSettings, Identity, LaunchKind, Theme } from "#contract";

/** The tables of `server/migrations`, as Kysely sees them. */
export interface Tables {
  school: SchoolTable;
  user: UserTable;
  membership: MembershipTable;
  subject: SubjectTable;
  class: ClassTable;
  class_student: ClassStudentTable;
  class_teacher: ClassTeacherTable;
  guardian: GuardianTable;
  session: SessionTable;
  device_credential: DeviceCredentialTable;
  login_throttle: LoginThrottleTable;
  agreement: AgreementTable;
  consent: ConsentTable;
  app_category: AppCategoryTable;
  app: AppTable;
  quick_app: QuickAppTable;
  app_use: AppUseTable;
  app_ticket: AppTicketTable;
  cas_ticket: CasTicketTable;
  lti_context: LtiContextTable;
  lti_launch: LtiLaunchTable;
  lti_deep_link: LtiDeepLinkTable;
  lti_item: LtiItemTable;
  lti_line_item: LtiLineItemTable;
  lti_score: LtiScoreTable;
  lti_access_token: LtiAccessTokenTable;
  lti_assertion: LtiAssertionTable;
  event_report: EventReportTable;
  platform_state: PlatformStateTable;
  signing_key: SigningKeyTable;
  oidc_payload: OidcPayloadTable;
  oidc_grant: OidcGrantTable;
  app_disclosure: AppDisclosureTable;
  roster_source: RosterSourceTable;
  roster_file: RosterFileTable;
}

type Timestamp = Date;
/** A column with `default now()`. */
type Stamped = ColumnType<Date, Date | undefined, Date>;
/** A calendar day, read and written as `YYYY-MM-DD`. */
type Day = string;

interface Sourced {
  source: string | null;
  sourced_id: string | null;
}

export interface SchoolTable extends Sourced {
  id: string;
  kind: Generated<"district" | "school">;
  parent_id: string | null;
  name: string;
  logo: string | null;
  stage_ids: Generated<string[]>;
  is_abled: Generated<boolean>;
  created_at: Stamped;
  updated_at: Stamped;
}

export interface UserTable extends Sourced {
  id: string;
  account: string;
  name: string;
  avatar: string | null;
  mobile: string | null;
  email: string | null;
  gender: "male" | "female" | null;
  birth_date: Day | null;
  admission_time: Day | null;
  password_hash: string | null;
  is_abled: Generated<boolean>;
  identity: Identity | null;
  school_id: string | null;
  theme: Generated<Theme>;
  eye_mode: Generated<boolean>;
  eye_interval: Generated<number>;
  created_at: Stamped;
  updated_at: Stamped;
}

export interface MembershipTable {
  school_id: string;
  user_id: string;
  identity: Identity;
  is_abled: Generated<boolean>;
  sort: Generated<number>;
  source: string | null;
  created_at: Stamped;
}

export interface SubjectTable {
  id: string;
  name: string;
  sort: Generated<number>;
}

export interface ClassTable extends Sourced {
  school_id: string;
  id: string;
  name: string;
  grade_id: string;
  stage_id: string;
  sort: Generated<number>;
  is_abled: Generated<boolean>;
}

export interface ClassStudentTable {
  school_id: string;
  class_id: string;
  user_id: string;
  source: string | null;
}

export interface ClassTeacherTable {
  school_id: string;
  class_id: string;
  user_id: string;
  subject_id: Generated<string>;
  is_head: Generated<boolean>;
  source: string | null;
}

export interface GuardianTable {
  child_id: string;
  user_id: string;
  relation: Generated<string>;
  source: string | null;
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
  end_reason: "logout" | "replaced" | "revoked" | null;
  /** When it last saw the person's password. */
  proved_at: Timestamp | null;
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

export interface AgreementTable {
  id: string;
  type: AgreementType;
  version: number;
  title: string;
  content: string;
  effective_at: Timestamp;
}

export interface ConsentTable {
  user_id: string;
  type: string;
  version: number;
  agreed_at: Stamped;
}

export interface AppCategoryTable {
  id: string;
  name: string;
  sort: Generated<number>;
}

export interface AppTable {
  id: string;
  category_id: string;
  name: string;
  description: Generated<string>;
  icon: string;
  icon_mono: string;
  launch: LaunchKind;
  url: string;
  opens_in: Generated<"tab" | "frame" | "module">;
  display_status: Generated<"display" | "not_display">;
  sort: Generated<number>;
  badge: Generated<string>;
  pinyin: Generated<string>;
  roles: Generated<string[]>;
  clients: Generated<string[]>;
  school_ids: Generated<string[]>;
  stage_ids: Generated<string[]>;
  grade_ids: Generated<string[]>;
  class_ids: Generated<string[]>;
  open_at: Timestamp | null;
  close_at: Timestamp | null;
  claims: Generated<string[]>;
  secret_hash: string | null;
  /** What the app's kind needs: `SETTINGS_OF_KIND` of the contract. */
  settings: ColumnType<AppSettings, AppSettings | undefined, AppSettings>;
  approved: Generated<boolean>;
  step_up: Generated<boolean>;
  created_at: Stamped;
  updated_at: Stamped;
}

export interface QuickAppTable {
  user_id: string;
  identity: Identity;
  app_ids: string[];
  updated_at: Stamped;
}

export interface AppUseTable {
  user_id: string;
  identity: Identity;
  app_id: string;
  used_at: Timestamp;
  times: Generated<number>;
}

export interface AppTicketTable {
  ticket_hash: string;
  app_id: string;
  user_id: string;
  session_id: string;
  identity: Identity;
  school_id: string;
  created_at: Stamped;
  expires_at: Timestamp;
  redeemed_at: Timestamp | null;
}

export interface CasTicketTable {
  ticket_hash: string;
  service: string;
  is_fresh: boolean;
  /** Null until its service has used it. */
  ticket: string | null;
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
  /** The link it belongs to; empty: none. */
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

export interface EventReportTable {
  id: string;
  event: string;
  client: Generated<string>;
  page: Generated<string>;
  detail: ColumnType<Record<string, unknown>, string, string>;
  created_at: Stamped;
}

export interface PlatformStateTable {
  key: string;
  value: string;
}

export interface SigningKeyTable {
  period: number;
  kid: string;
  private_jwk: ColumnType<Record<string, unknown>, object, object>;
  created_at: Stamped;
}

export interface OidcPayloadTable {
  model: string;
  id_hash: string;
  payload: ColumnType<Record<string, unknown>, object, object>;
  grant_id: string | null;
  uid: string | null;
  expires_at: Timestamp;
  consumed_at: Timestamp | null;
}

export interface OidcGrantTable {
  id: string;
  sid: string;
  app_id: string;
  user_id: string;
  session_id: string;
  identity: Identity;
  school_id: string;
  created_at: Timestamp;
  ended_at: Timestamp | null;
  told_at: Timestamp | null;
  tries: Generated<number>;
}

export interface AppDisclosureTable {
  user_id: string;
  app_id: string;
  claims: string[];
  agreed_at: Timestamp;
}

export interface RosterSourceTable {
  source: string;
}

export interface RosterFileTable {
  source: string;
  file: string;
  content: string;
}
