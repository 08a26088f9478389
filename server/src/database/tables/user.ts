import type { Generated } from "kysely";
import type { AgreementType, Appearance, Identity, TextSize, Theme } from "#contract";
import type { Day, Sourced, Stamped, Timestamp } from "./column-types.ts";

export interface UserTables {
  user: UserTable;
  person_search: PersonSearchTable;
  person_lock: PersonLockTable;
  person_notice: PersonNoticeTable;
  password_sheet: PasswordSheetTable;
  person_distinct: PersonDistinctTable;
  leaver: LeaverTable;
  pupil_transfer: PupilTransferTable;
  transfer_request: TransferRequestTable;
}

/** A pupil whom a school has released, until another school takes them in (AD-15). */
interface PupilTransferTable {
  id: string;
  user_id: string;
  from_school_id: string;
  code_hash: string;
  given_by: string | null;
  given_at: Timestamp;
  expires_at: Timestamp;
  to_school_id: string | null;
}

/** A pupil of a roster who is said to come from another school, which is asked to release them (RO-05). */
interface TransferRequestTable {
  id: string;
  school_id: string;
  key: string;
  is_transfer: boolean;
  name: string | null;
  number: string | null;
  id_hash: string | null;
  class_id: string | null;
  said_by: string | null;
  said_at: Timestamp;
  transfer_id: string | null;
  declined_at: Timestamp | null;
}

/** People without any enabled membership, and how long each is kept (AD-07). */
interface LeaverTable {
  user_id: string;
  left_at: Timestamp;
  is_kept: Generated<boolean>;
  kept_until: Timestamp | null;
  kept_by: string | null;
  kept_why: string | null;
}

/** Pairs of accounts that look alike and belong to different people (AD-14). */
interface PersonDistinctTable {
  one_id: string;
  other_id: string;
  said_by: string | null;
  said_at: Timestamp;
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
  /** Keyed hash of the identity-card number, to match people of rosters by; the number is kept nowhere (RO-03). */
  id_hash: Generated<string | null>;
  /**
   * True when somebody else set the password (an import, an operator, whoever reset it): it must be changed (SE-13).
   */
  must_change_password: Generated<boolean>;
  /** The end of a temporary password (SE-11); null: it is valid until changed. */
  temporary_until: Timestamp | null;
  is_abled: Generated<boolean>;
  identity: Identity | null;
  school_id: string | null;
  theme: Generated<Theme>;
  appearance: Generated<Appearance>;
  text_size: Generated<TextSize>;
  notice_mail: Generated<boolean>;
  notice_sms: Generated<boolean>;
  eye_mode: Generated<boolean>;
  eye_interval: Generated<number>;
  /** True when a guardian has set the eye-protection rules. */
  eye_fixed: Generated<boolean>;
  created_at: Stamped;
  updated_at: Stamped;
}

/** Readings of a person's name in pinyin. Only the search writes them; a trigger marks them stale. */
interface PersonSearchTable {
  user_id: string;
  name: Generated<string>;
  syllables: Generated<string>;
  letters: Generated<string>;
  given_letters: Generated<string>;
  initials: Generated<string>;
  given_initials: Generated<string>;
  is_stale: Generated<boolean>;
  /** True once the person has signed in; a trigger writes it when a session begins. */
  has_signed_in: Generated<boolean>;
  /** The versions that the person has agreed to, as `child@1,user@1` in order; a trigger writes it with each consent. */
  agreed: Generated<string>;
  /** The date of birth; a trigger writes it with the account's. */
  born: Generated<string | null>;
}

/** Sealed sheets of temporary passwords, readable for 24 hours by their maker (AD-11). */
interface PasswordSheetTable {
  id: string;
  made_by: string;
  people: number;
  sealed: string;
  made_at: Timestamp;
  open_until: Timestamp;
  valid_until: Timestamp;
}

interface PersonNoticeTable {
  id: string;
  user_id: string;
  kind: string;
  at: Timestamp;
  by_id: string | null;
  by_place_id: string | null;
  about_id: string | null;
  detail: Generated<unknown>;
  seen_at: Timestamp | null;
}

interface PersonLockTable {
  user_id: string;
  /** The end of the lock; null: until it is lifted. */
  until: Timestamp | null;
  reason: string;
  locked_by: string | null;
  locked_at: Timestamp;
  /** The account that this one was merged into. */
  merged_into: Generated<string | null>;
}

export interface InvitationTables {
  invitation: InvitationTable;
}

export interface InvitationTable {
  school_id: string;
  id: string;
  code: string;
  kind: "class" | "child" | "staff";
  identity: "manager" | "teacher" | "student" | "parent";
  class_id: string | null;
  child_id: string | null;
  max_uses: number;
  used: Generated<number>;
  created_by: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  revoked_at: Timestamp | null;
}

export interface AgreementTables {
  agreement: AgreementTable;
  consent: ConsentTable;
}

export interface AgreementTable {
  id: string;
  type: AgreementType;
  version: number;
  title: string;
  content: string;
  effective_at: Timestamp;
}

interface ConsentTable {
  user_id: string;
  type: string;
  version: number;
  agreed_at: Stamped;
  /** The guardian who consented in a child's place; null: the person. */
  given_by: string | null;
}
