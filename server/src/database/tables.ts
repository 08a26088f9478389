import type { AgreementTables, InvitationTables, UserTables } from "./tables/user.ts";
import type { AppDataTables } from "./tables/app-data.ts";
import type { AuditTables } from "./tables/audit.ts";
import type { ChangeSetTables } from "./tables/change-set.ts";
import type { CatalogueTables } from "./tables/catalogue.ts";
import type {
  CodeTables,
  SessionTables,
  QrCodeTables,
  SecondFactorTables,
} from "./tables/session.ts";
import type { ContentTables } from "./tables/content.ts";
import type { FeedbackTables } from "./tables/feedback.ts";
import type { FileTables } from "./tables/file.ts";
import type { GroupTables } from "./tables/group.ts";
import type { NoticeTables } from "./tables/notice.ts";
import type { SchoolYearTables } from "./tables/school-year.ts";
import type { JobTables } from "./tables/job.ts";
import type { LaunchTables, OidcTables } from "./tables/launch.ts";
import type { LtiTables } from "./tables/lti.ts";
import type { OneRosterTables } from "./tables/one-roster.ts";
import type { PersonalDataTables } from "./tables/personal-data.ts";
import type {
  PlatformTables,
  TelemetryTables,
  ReleaseTables,
  RosterTables,
} from "./tables/platform.ts";
import type { RosterImportTables } from "./tables/roster-import.ts";
import type { RosterNightlyTables } from "./tables/roster-nightly.ts";
import type { RightsTables } from "./tables/rights.ts";
import type { SchoolTables } from "./tables/school.ts";
import type { CalendarTables } from "./tables/calendar.ts";
import type { TimetableTables } from "./tables/timetable.ts";

/** The tables of `server/migrations`, as Kysely sees them: each feature describes its own in `tables/`. */
export interface Tables
  extends
    SchoolTables,
    UserTables,
    SessionTables,
    SecondFactorTables,
    AgreementTables,
    CatalogueTables,
    AppDataTables,
    FileTables,
    FeedbackTables,
    CodeTables,
    ContentTables,
    LaunchTables,
    OidcTables,
    LtiTables,
    OneRosterTables,
    TelemetryTables,
    PersonalDataTables,
    PlatformTables,
    JobTables,
    GroupTables,
    NoticeTables,
    SchoolYearTables,
    TimetableTables,
    CalendarTables,
    RightsTables,
    ChangeSetTables,
    AuditTables,
    QrCodeTables,
    InvitationTables,
    ReleaseTables,
    RosterImportTables,
    RosterNightlyTables,
    RosterTables {}
