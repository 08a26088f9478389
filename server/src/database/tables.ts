import type { AgreementTables } from "./tables/agreement.ts";
import type { AuditTables } from "./tables/audit.ts";
import type { CatalogueTables } from "./tables/catalogue.ts";
import type { CodeTables } from "./tables/code.ts";
import type { InvitationTables } from "./tables/invitation.ts";
import type { ContentTables } from "./tables/content.ts";
import type { FeedbackTables } from "./tables/feedback.ts";
import type { FileTables } from "./tables/file.ts";
import type { JobTables } from "./tables/job.ts";
import type { LaunchTables } from "./tables/launch.ts";
import type { LtiTables } from "./tables/lti.ts";
import type { OidcTables } from "./tables/oidc.ts";
import type { PersonalDataTables } from "./tables/personal-data.ts";
import type { PlatformTables } from "./tables/platform.ts";
import type { QrCodeTables } from "./tables/qr-code.ts";
import type { ReleaseTables } from "./tables/release.ts";
import type { RosterTables } from "./tables/roster.ts";
import type { SchoolTables } from "./tables/school.ts";
import type { SecondFactorTables } from "./tables/second-factor.ts";
import type { SessionTables } from "./tables/session.ts";
import type { TelemetryTables } from "./tables/telemetry.ts";
import type { UserTables } from "./tables/user.ts";

/** The tables of `server/migrations`, as Kysely sees them: each feature describes its own in `tables/`. */
export interface Tables
  extends
    SchoolTables,
    UserTables,
    SessionTables,
    SecondFactorTables,
    AgreementTables,
    CatalogueTables,
    FileTables,
    FeedbackTables,
    CodeTables,
    ContentTables,
    LaunchTables,
    OidcTables,
    LtiTables,
    TelemetryTables,
    PersonalDataTables,
    PlatformTables,
    JobTables,
    AuditTables,
    QrCodeTables,
    InvitationTables,
    ReleaseTables,
    RosterTables {}
