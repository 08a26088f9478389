import type { FastifyInstance } from "fastify";
import { Delivery, type Carriers } from "./delivery.ts";
import { outboxPage } from "./outbox-page.ts";

const SWEEP_EVERY_MS = 60_000;

/** Adds `app.delivery`; a provider's library is loaded only where it is configured. */
export async function openDelivery(app: FastifyInstance): Promise<void> {
  const carriers = await carriersOf(app);
  const delivery = new Delivery(app, carriers);
  app.decorate("delivery", delivery);
  if (app.config.demo) outboxPage(app);

  app.jobs.handle("outbox-sweep", { everyMs: SWEEP_EVERY_MS, run: () => delivery.sweep() });
  app.addHook("onClose", async () => {
    await app.background.settle();
    delivery.close();
  });
}

async function carriersOf(app: FastifyInstance): Promise<Carriers> {
  const { smtp, aliyunSms } = app.config;
  const name = () => app.branding.name();
  return {
    ...(smtp && { email: (await import("./smtp.ts")).smtp(smtp, name) }),
    ...(aliyunSms && { mobile: (await import("./aliyun-sms.ts")).aliyunSms(aliyunSms, app.now) }),
  };
}
