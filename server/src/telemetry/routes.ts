import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { reportAppLogin, reportEvents, type InputOf, type TelemetryEvent } from "#contract";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { BackgroundBatch } from "./background-batch.ts";
import { dropEvents, writeAppUse, writeEvents } from "./queries.ts";
import { ReportLimit } from "./report-limit.ts";
import { detailWithoutSecrets, pageWithoutQuery, textWithoutSecrets } from "./without-secrets.ts";

/** How long a report is kept, and how often older ones are dropped. */
const KEPT_MS = 30 * 24 * 3_600_000;
const SWEEP_EVERY_MS = 3_600_000;

export async function telemetryRoutes(app: FastifyInstance): Promise<void> {
  const limit = new ReportLimit();
  const batch = new BackgroundBatch<Parameters<typeof writeEvents>[1][number]>(
    (events) => writeEvents(app.db, events),
    (error, count) => app.log.warn({ err: error, count }, "event reports were not written"),
  );
  app.jobs.handle("telemetry-sweep", {
    everyMs: SWEEP_EVERY_MS,
    run: () => dropEvents(app.db, new Date(app.now().getTime() - KEPT_MS)),
  });
  app.addHook("onClose", () => batch.flush());

  serve(app, reportEvents, ({ input, request }) => {
    const events = eventsOf(input);
    const now = app.now();
    const retryAfter = limit.secondsToWait(request.ip, events.length, now.getTime());
    if (retryAfter > 0) throw new Refusal("tooMany", { retryAfter });
    const rows = events.map(({ event, client, page, detail }) => ({
      id: randomUUID(),
      event: textWithoutSecrets(event),
      client: textWithoutSecrets(client ?? ""),
      page: pageWithoutQuery(page ?? ""),
      detail: JSON.stringify(detailWithoutSecrets(detail ?? {})),
      created_at: now,
    }));
    return { accepted: batch.add(rows) };
  });

  serve(app, reportAppLogin, async ({ input, caller }) => {
    const found = await app.catalogue.appFor(caller, input.app_id);
    if (found === undefined) throw new Refusal("notFound");
    const { user_id, identity } = caller;
    await writeAppUse(app.db, { user_id, identity, app_id: found.id, used_at: app.now() });
    return {};
  });
}

/** The events of a report: the list, else the one that the report itself is. */
function eventsOf({ events, event, ...rest }: InputOf<typeof reportEvents>): TelemetryEvent[] {
  if (events !== undefined) return events;
  if (event !== undefined) return [{ ...rest, event }];
  throw new Refusal("badInput", {
    data: { errors: [{ path: "event", message: "缺少事件名称" }] },
  });
}
