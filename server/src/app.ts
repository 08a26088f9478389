import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import Fastify, { type FastifyInstance, type FastifyServerOptions } from "fastify";
import { changeSetRoutes } from "./change-set/routes.ts";
import { agreementRoutes } from "./consent/routes.ts";
import { auditRoutes } from "./audit/routes.ts";
import { Catalogue } from "./catalogue/catalogue.ts";
import { catalogueRoutes } from "./catalogue/routes.ts";
import type { Config } from "./platform/config.ts";
import { openCore } from "./core.ts";
import { contentRoutes } from "./content/routes.ts";
import type { Database } from "./database/database.ts";
import type { PoolState } from "./database/pool-state.ts";
import { Replica } from "./database/replica.ts";
import { classRosterRoutes } from "./class-roster/routes.ts";
import { openDelivery } from "./delivery/plugin.ts";
import { Branding } from "./branding/api.ts";
import { brandingRoutes } from "./branding/routes.ts";
import { familyRoutes } from "./family/routes.ts";
import { feedbackRoutes } from "./feedback/routes.ts";
import { fileRoutes, openFiles } from "./file/routes.ts";
import { apiPage } from "./http/api-page.ts";
import { answerErrors, refuseBadAddress, refuseBrokenRequest } from "./http/error-handler.ts";
import { allowOtherOrigins, sendSecurityHeaders } from "./http/security-headers.ts";
import { healthRoutes } from "./http/health.ts";
import { type GatherMetrics, serveMetrics } from "./http/metrics-routes.ts";
import { keepMomentsReadable, readJsonBodies } from "./http/form.ts";
import { type LogDestination, logOptions } from "./platform/logger.ts";
import { limitBodyTime, TIMEOUTS, type HttpTimeouts } from "./http/slow-bodies.ts";
import { requestIds, RequestLog } from "./http/request-log.ts";
import { answerStreams, isForStream, UpgradingRequest } from "./http/released-stream.ts";
import { stopGracefully } from "./http/shutdown.ts";
import { invitationRoutes } from "./invitation/routes.ts";
import { launchRoutes } from "./launch/routes.ts";
import { appDataRoutes } from "./app-data/routes.ts";
import { oneRosterRoutes } from "./one-roster/routes.ts";
import { releaseRoutes } from "./release/routes.ts";
import { FiguresCache } from "./overview/figures-cache.ts";
import { overviewRoutes } from "./overview/routes.ts";
import { peopleRoutes } from "./people/routes.ts";
import { personalDataRoutes } from "./privacy/routes.ts";
import { transferRoutes } from "./transfer/routes.ts";
import { personNoticeRoutes } from "./person-notice/routes.ts";
import { personAccessRoutes } from "./person-access/routes.ts";
import { rosterImportRoutes } from "./roster-import/routes.ts";
import { inboxRoutes, openInbox } from "./notice/inbox-routes.ts";
import { noticeRoutes } from "./notice/routes.ts";
import { rosterNightlyRoutes } from "./roster-nightly/routes.ts";
import { groupRoutes } from "./group/routes.ts";
import { schoolYearRoutes } from "./school-year/routes.ts";
import { rightsRoutes } from "./rights/routes.ts";
import { schoolRoutes } from "./school/routes.ts";
import { schoolRequestRoutes } from "./school-request/routes.ts";
import { eraseFromRoster } from "./roster/without-erased.ts";
import { openSignIn } from "./sign-in/open.ts";
import { sessionRoutes } from "./sign-in/routes.ts";
import { telemetryRoutes } from "./telemetry/routes.ts";
import { calendarRoutes } from "./calendar/routes.ts";
import { timetableRoutes } from "./timetable/routes.ts";
import { todayRoutes } from "./today/routes.ts";
import { userRoutes } from "./user/routes.ts";
import { type WebOptions, webRoutes } from "./web/routes.ts";

export interface AppOptions {
  db: Database;
  config: Config;
  /** The clock of everything that the app decides; the real one by default. */
  now?: () => Date;
  /** The destination of log lines; standard output by default. */
  log?: LogDestination;
  /** Returns the use of the database's connections, for the metrics. */
  databasePool?: () => PoolState;
  /** Reads the metrics of all nodes behind one port, where there are several (startup/workers.ts). */
  gatherMetrics?: GatherMetrics;
  /** Time-outs for slow clients. */
  timeouts?: HttpTimeouts;
  /** The place of the built front end. */
  web?: WebOptions;
}

const BODY_LIMIT_BYTES = 128 * 1024;

/** Builds the whole platform: nothing listens yet, and closing the app leaves the database open. */
export async function buildApp({
  db,
  config,
  now = () => new Date(),
  log,
  databasePool,
  gatherMetrics,
  timeouts = TIMEOUTS,
  web = {},
}: AppOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    logger: logOptions(config.logLevel, log),
    logController: new RequestLog(),
    genReqId: requestIds(),
    trustProxy: believed(config.trustProxy),
    bodyLimit: BODY_LIMIT_BYTES,
    http: {
      headersTimeout: timeouts.headMs,
      connectionsCheckingInterval: timeouts.lookEveryMs,
      IncomingMessage: UpgradingRequest,
      shouldUpgradeCallback: isForStream,
    },
    // Node's own clock knows no routes; see limitBodyTime
    requestTimeout: timeouts.fileMs,
    connectionTimeout: timeouts.stillMs,
    keepAliveTimeout: timeouts.idleMs,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    frameworkErrors: refuseBadAddress,
    clientErrorHandler: refuseBrokenRequest,
    ajv: {
      customOptions: {
        ...{ coerceTypes: false, removeAdditional: false, allErrors: true },
        // of a choice by a field only the one chosen is held against what came
        discriminator: true,
        // the schema of schemas takes 17 ms to compile; test/contract.test.ts holds ours against it
        validateSchema: false,
      },
      onCreate: keepMomentsReadable,
    },
  });
  const { sessions, background } = openCore(app, { db, config, now });
  stopGracefully(app);
  answerStreams(app);
  serveMetrics(app, databasePool, gatherMetrics);
  app.decorate("catalogue", new Catalogue(db, now));
  app.decorate("branding", new Branding(db, now));
  app.decorate("overviewFigures", new FiguresCache(db, now));
  app.decorateRequest("caller", null).decorateRequest("sessionRecord", null);
  app.addHook("onClose", () => Promise.all([sessions.settle(), background.settle()]));

  await openSignIn(app);

  await openDelivery(app);
  openFiles(app);
  sendSecurityHeaders(app);
  limitBodyTime(app, timeouts);
  await allowOtherOrigins(app, config.corsOrigins);
  answerErrors(app);
  readJsonBodies(app);
  await app.register(formbody, { bodyLimit: BODY_LIMIT_BYTES });
  // before the cookies, which are written once
  const replica = { url: config.databaseReplicaUrl, poolSize: config.databasePoolSize };
  app.decorate("replica", new Replica(db, replica));
  app.replica.follow(app);
  await app.register(cookie, { hook: false });

  await app.register(healthRoutes);
  await app.register(apiPage);
  await app.register(sessionRoutes);
  await app.register(userRoutes);
  await app.register(classRosterRoutes);
  await app.register(peopleRoutes);
  await app.register(invitationRoutes);
  await app.register(agreementRoutes);
  await app.register(catalogueRoutes);
  await app.register(contentRoutes);
  await app.register(fileRoutes);
  await app.register(feedbackRoutes);
  await app.register(familyRoutes);
  await app.register(personalDataRoutes, { eraseElsewhere: eraseFromRoster });
  await app.register(schoolRoutes);
  await app.register(auditRoutes);
  await app.register(overviewRoutes);
  await app.register(schoolRequestRoutes);
  await app.register(rightsRoutes);
  await app.register(groupRoutes);
  await app.register(schoolYearRoutes);
  openInbox(app);
  await app.register(noticeRoutes);
  await app.register(inboxRoutes);
  await app.register(changeSetRoutes);
  await app.register(personAccessRoutes);
  await app.register(rosterImportRoutes);
  await app.register(rosterNightlyRoutes);
  await app.register(personNoticeRoutes);
  await app.register(transferRoutes);
  await app.register(launchRoutes);
  await app.register(oneRosterRoutes);
  await app.register(appDataRoutes);
  await app.register(todayRoutes);
  await app.register(timetableRoutes);
  await app.register(calendarRoutes);
  await app.register(telemetryRoutes);
  await app.register(releaseRoutes, web);
  await app.register(brandingRoutes);
  await app.register(webRoutes, web);
  return app;
}

/**
 * Returns the trusted proxies. `on` trusts the connecting proxy only: what the visitor put into the header before is
 * not trusted.
 */
function believed(
  trustProxy: Config["trustProxy"],
): NonNullable<FastifyServerOptions["trustProxy"]> {
  if (trustProxy === true) return (_address, hops) => hops === 0;
  return trustProxy === false ? false : [...trustProxy];
}
