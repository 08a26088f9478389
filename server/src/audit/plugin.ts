import type { FastifyInstance } from "fastify";
import { AuditBook } from "./book.ts";
import { cutOldEntries, startSealing } from "./sealer.ts";

/** Hangs `app.audit` on the app; chaining begins when the app listens. */
export function keepAudit(app: FastifyInstance): void {
  app.decorate("audit", new AuditBook(app));
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
