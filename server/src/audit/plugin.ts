import type { FastifyInstance } from "fastify";
import { AuditWriter } from "./audit-writer.ts";
import { cut } from "./cut.ts";
import { seal } from "./seal.ts";
import { daysBefore } from "../platform/days.ts";

/** Adds `app.audit`; chaining begins when the app listens. */
export function keepAudit(app: FastifyInstance): void {
  app.decorate("audit", new AuditWriter(app));
  cutOldEntries(app);
  let stop = async () => {};
  app.addHook("onListen", async () => {
    stop = startSealing(app);
  });
  app.addHook("onClose", async () => {
    await app.background.settle();
    await stop();
  });
}

const SEAL_EVERY_MS = 1000;
const CUT_EVERY_MS = 6 * 3_600_000;

/** Registers the job that cuts off entries past their retention. */
function cutOldEntries({ jobs, db, config, now }: FastifyInstance): void {
  jobs.handle("audit-cut", {
    everyMs: CUT_EVERY_MS,
    run: () => cut(db, daysBefore(now(), config.auditDays), now()),
  });
}

/**
 * Chains new entries every second; every node does, and they take turns. It is no job: two writes of a lease would cost
 * more than a look.
 *
 * @returns a function that stops it, once the rest is chained
 */
function startSealing(app: FastifyInstance): () => Promise<void> {
  let busy: Promise<void> | undefined;
  const timer = setInterval(() => {
    busy ??= sealAll(app).finally(() => (busy = undefined));
  }, SEAL_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await busy;
    await sealAll(app);
  };
}

async function sealAll(app: FastifyInstance): Promise<void> {
  try {
    while ((await seal(app.db)) > 0);
  } catch (error) {
    app.log.warn({ err: error }, "the audit was not chained on");
  }
}
