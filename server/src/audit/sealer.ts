import type { FastifyInstance } from "fastify";
import { cut } from "./cut.ts";
import { seal } from "./seal.ts";

const SEAL_EVERY_MS = 1000;
const CUT_EVERY_MS = 6 * 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Chains every second what was recorded, and clears away what is too old; every node does, and they take turns.
 * Answers what stops it, once the rest is chained.
 */
export function startSealing(app: FastifyInstance): () => Promise<void> {
  let busy: Promise<void> | undefined;
  const timers = [
    setInterval(() => {
      busy ??= sealAll(app).finally(() => (busy = undefined));
    }, SEAL_EVERY_MS),
    setInterval(() => {
      app.background.run("old audit entries were not cleared away", () => cutOld(app));
    }, CUT_EVERY_MS),
  ];
  for (const timer of timers) timer.unref();
  return async () => {
    for (const timer of timers) clearInterval(timer);
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

async function cutOld({ db, config, now }: FastifyInstance): Promise<void> {
  const before = new Date(now().getTime() - config.auditDays * DAY_MS);
  await cut(db, before, now());
}
