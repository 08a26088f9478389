import { reportEvents } from "#contract";
import { send } from "../api/client.ts";
import { currentPath } from "../platform/navigation.ts";

/** Reports an event at this page to the operator. Never shows, slows or fails anything. */
export function reportEvent(event: string, detail: Record<string, unknown> = {}): void {
  const report = { client: "web", event, page: currentPath(), detail };
  send(reportEvents, report, { quietGeneral: true, quietError: true }).catch(() => {});
}
