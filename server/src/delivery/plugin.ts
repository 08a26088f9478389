import type { FastifyInstance } from "fastify";
import type { Config } from "../platform/config.ts";
import { Delivery, type Carriers } from "./delivery.ts";
import { outboxPage } from "./outbox-page.ts";

const SWEEP_EVERY_MS = 60_000;

/** Adds `app.delivery`; a provider's library is loaded only where it is configured. */
export async function openDelivery(app: FastifyInstance): Promise<void> {
  const carriers = await carriersOf(app.config, app.now);
  const delivery = new Delivery(app, carriers);
  app.decorate("delivery", delivery);
  if (app.config.demo) outboxPage(app);

  app.jobs.handle("outbox-sweep", { everyMs: SWEEP_EVERY_MS, run: () => delivery.sweep() });
  app.addHook("onClose", async () => {
    await app.background.settle();
    delivery.close();
  });
}

async function carriersOf({ smtp, aliyunSms }: Config, now: () => Date): Promise<Carriers> {
  return {
    ...(smtp && { email: (await import("./smtp.ts")).smtp(smtp) }),
    ...(aliyunSms && { mobile: (await import("./aliyun-sms.ts")).aliyunSms(aliyunSms, now) }),
  };
}
