import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { Id, Nothing } from "./schema.ts";

/** The greatest number of events in one report. */
export const MAX_EVENTS = 50;

const Event = Type.Object({
  client: Type.Optional(Type.String({ maxLength: 20 })),
  event: Type.String({ minLength: 1, maxLength: 60 }),
  page: Type.Optional(Type.String({ maxLength: 300 })),
  detail: Type.Optional(Type.Record(Type.String({ maxLength: 60 }), Type.Unknown())),
});
export type TelemetryEvent = Static<typeof Event>;

/** Reports one event, or up to 50 in `events`. Never slows or fails the page that reports. */
export const reportEvents = declareCall({
  method: "POST",
  path: "/dt-platform/v1/log-management/event/report",
  who: "anyone",
  summary: "上报页面事件",
  feature: "telemetry",
  input: Type.Object({
    ...Type.Partial(Event).properties,
    events: Type.Optional(Type.Array(Event, { maxItems: MAX_EVENTS })),
  }),
  answer: Type.Object({ accepted: Type.Integer() }),
});

/** Records that the person opened an app: for "recently used" (AP-07, AP-08). */
export const reportAppLogin = declareCall({
  method: "POST",
  path: "/dt-platform/v1/collector/report/app/login",
  who: "member",
  summary: "上报打开了一个应用",
  feature: "telemetry",
  input: Type.Object({ app_id: Id }),
  answer: Nothing,
});
