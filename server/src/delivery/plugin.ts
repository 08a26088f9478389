import type { FastifyInstance } from "fastify";
import type { Config } from "../platform/config.ts";
import { Delivery, type Carriers } from "./delivery.ts";
import { outboxPage } from "./outbox-page.ts";

const DELIVER_EVERY_MS = 5000;
const SWEEP_EVERY_MS = 60_000;

/** Opens the way codes go out (`app.delivery`); what a provider needs is loaded only where one is configured. */
export async function openDelivery(app: FastifyInstance): Promise<void> {
  const carriers = await carriersOf(app.config, app.now);
  const delivery = new Delivery(app.db, carriers, app.now, app.log);
  app.decorate("delivery", delivery);
  if (app.config.demo) outboxPage(app);

  const timers: NodeJS.Timeout[] = [];
  const every = (ms: number, what: string, work: () => Promise<void>) => {
    timers.push(setInterval(() => app.background.run(what, work), ms).unref());
  };
  app.addHook("onListen", async () => {
    if (delivery.carries) {
      every(DELIVER_EVERY_MS, "codes were not sent again", () => delivery.deliverDue());
    }
    every(SWEEP_EVERY_MS, "the outbox was not swept", () => delivery.sweep());
  });
  app.addHook("onClose", async () => {
    for (const timer of timers) clearInterval(timer);
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
