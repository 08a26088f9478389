import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { type Insertable, sql } from "kysely";
import {
  type Identity,
  type InputOf,
  reportAppLogin,
  reportEvents,
  type TelemetryEvent,
} from "#contract";
import { networkOf } from "../platform/networks.ts";
import { WindowLimit } from "../platform/window-limit.ts";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { turnDays } from "../database/days.ts";
import type { Queryable } from "../database/database.ts";
import type { EventReportTable } from "../database/tables/platform.ts";
import { BackgroundBatch } from "./background-batch.ts";
import { detailWithoutSecrets, pageWithoutQuery, textWithoutSecrets } from "./without-secrets.ts";

/** Milliseconds for which an event report is kept, and to the end of the day that they end in. */
const KEPT_MS = 29 * 24 * 3_600_000;
const SWEEP_EVERY_MS = 3_600_000;
/** The most events that one address may report within a minute: a whole school can sit behind one. */
const MAX_EVENTS = 3000;

export async function telemetryRoutes(app: FastifyInstance): Promise<void> {
  const limit = new WindowLimit(MAX_EVENTS);
  const batch = new BackgroundBatch<Parameters<typeof writeEvents>[1][number]>(
    (events) => writeEvents(app.db, events),
    (error, count) => app.log.warn({ err: error, count }, "event reports were not written"),
  );
  app.jobs.handle("telemetry-sweep", {
    everyMs: SWEEP_EVERY_MS,
    run: () => {
      const now = app.now();
      return turnDays(app.db, "event_report", { now, before: new Date(now.getTime() - KEPT_MS) });
    },
  });
  app.addHook("onClose", () => batch.flush());

  serve(app, reportEvents, ({ input, request }) => {
    const events = eventsOf(input);
    const now = app.now();
    const retryAfter = limit.secondsToWait(networkOf(request.ip), events.length, now.getTime());
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

/** Returns the events of a report: its list, else the report itself. */
function eventsOf({ events, event, ...rest }: InputOf<typeof reportEvents>): TelemetryEvent[] {
  if (events !== undefined) return events;
  if (event !== undefined) return [{ ...rest, event }];
  throw new Refusal("badInput", {
    data: { errors: [{ path: "event", message: "缺少事件名称" }] },
  });
}

async function writeEvents(db: Queryable, events: Insertable<EventReportTable>[]): Promise<void> {
  await db.insertInto("event_report").values(events).execute();
}

/** Counts that a person opened an app under an identity, for the recently used apps. */
async function writeAppUse(
  db: Queryable,
  use: { user_id: string; identity: Identity; app_id: string; used_at: Date },
): Promise<void> {
  await db
    .insertInto("app_use")
    .values(use)
    .onConflict((conflict) =>
      conflict.columns(["user_id", "identity", "app_id"]).doUpdateSet({
        used_at: use.used_at,
        times: sql<number>`app_use.times + 1`,
      }),
    )
    .execute();
}
