import type { FastifyInstance } from "fastify";
import { seal } from "./seal.ts";

const SEAL_EVERY_MS = 1000;

/** Chains every second what was recorded; every node does, and they take turns. Answers what stops it, chaining the rest. */
export function startSealing(app: FastifyInstance): () => Promise<void> {
  let busy: Promise<void> | undefined;
  const timer = setInterval(() => {
    busy ??= sealAll(app).finally(() => (busy = undefined));
  }, SEAL_EVERY_MS);
  timer.unref();
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
