import Fastify, { type FastifyInstance } from "fastify";
import { keepAudit } from "./audit/plugin.ts";
import { handleChangeJobs } from "./change-set/change-jobs.ts";
import type { Database } from "./database/database.ts";
import { Background } from "./platform/background.ts";
import type { Config } from "./platform/config.ts";
import { Jobs } from "./platform/jobs.ts";
import { OrganisationTree } from "./rights/organisations.ts";
import { SessionEnds } from "./session/session-ends.ts";
import { Sessions } from "./session/sessions.ts";

interface CoreOptions {
  db: Database;
  config: Config;
  /** The clock of everything that the app decides. */
  now: () => Date;
}

/** Adds what work needs that no route asks for: sessions, jobs, the audit and the tree of organisations. */
export function openCore(app: FastifyInstance, { db, config, now }: CoreOptions) {
  const sessions = new Sessions(db, now, {
    sessionDays: config.sessionDays,
    onLost: (error) => app.log.warn({ err: error }, "the session was not written"),
  });
  app.decorate("db", db).decorate("config", config).decorate("now", now);
  app.decorate("sessions", sessions);
  const background = new Background((what, error) => app.log.warn({ err: error }, what));
  app.decorate("background", background);
  const jobs = new Jobs(db, now, background);
  app.decorate("jobs", jobs);
  app.addHook("onListen", async () => jobs.start());
  // before anything waits for the jobs that run
  app.addHook("preClose", async () => void jobs.stop());
  app.decorate("sessionEnds", new SessionEnds(sessions, background));
  app.decorate("organisations", new OrganisationTree(db, now));
  keepAudit(app);
  return { sessions, background };
}

/**
 * Builds as much of the platform as a command needs to plan and apply changes: all of it would take twice the memory.
 * It never listens, and logs nothing.
 */
export function buildCommandApp(options: CoreOptions): FastifyInstance {
  const app = Fastify({ logger: false });
  openCore(app, options);
  handleChangeJobs(app);
  return app;
}
