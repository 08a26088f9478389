import { AUDIT_DATA } from "./columns/audit.ts";
import { CATALOGUE_DATA, CONTENT_DATA, PLATFORM_DATA } from "./columns/catalogue.ts";
import { FEEDBACK_DATA, FILE_DATA } from "./columns/feedback.ts";
import { LAUNCH_DATA } from "./columns/launch.ts";
import { AGREEMENT_DATA, GROUP_DATA, SCHOOL_DATA, SCHOOL_YEAR_DATA } from "./columns/school.ts";
import { CHANGE_SET_DATA, INVITATION_DATA, RIGHTS_DATA } from "./columns/administration.ts";
import { ROSTER_DATA, ROSTER_IMPORT_DATA, ROSTER_NIGHTLY_DATA } from "./columns/roster.ts";
import { NOTICE_DATA } from "./columns/notice.ts";
import { CODE_DATA, SESSION_DATA } from "./columns/session.ts";
import { PEOPLE_DATA, PERSONAL_DATA_DATA, USER_DATA } from "./columns/user.ts";
import type { TableData } from "./declare.ts";

/**
 * The privacy declaration of every table: its classes of data, retention, and the effect of an erasure. The order is
 * the order of erasure: rows that refer to others come before them. A test compares it with the migrated database,
 * column by column.
 */
const TABLE_DATA = {
  ...PERSONAL_DATA_DATA,
  ...LAUNCH_DATA,
  ...FEEDBACK_DATA,
  ...FILE_DATA,
  ...CODE_DATA,
  ...INVITATION_DATA,
  ...CATALOGUE_DATA,
  ...AGREEMENT_DATA,
  ...SESSION_DATA,
  ...ROSTER_NIGHTLY_DATA,
  ...CHANGE_SET_DATA,
  ...ROSTER_IMPORT_DATA,
  ...GROUP_DATA,
  ...NOTICE_DATA,
  ...SCHOOL_YEAR_DATA,
  ...RIGHTS_DATA,
  ...SCHOOL_DATA,
  ...PEOPLE_DATA,
  ...USER_DATA,
  ...ROSTER_DATA,
  ...CONTENT_DATA,
  ...PLATFORM_DATA,
  ...AUDIT_DATA,
} as const satisfies Readonly<Record<string, TableData>>;

export const DECLARED: readonly (readonly [string, TableData])[] = Object.entries(TABLE_DATA);
