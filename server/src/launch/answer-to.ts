import { LAUNCH_LIFETIME_SECONDS, type Launch } from "#contract";
import type { Entry } from "./launcher.ts";

/** The answer that sends the browser to `url`, with `fields` in a form if there are any. */
export function answerTo(entry: Entry, url: string, fields?: Record<string, string>): Launch {
  return {
    kind: entry.launch,
    method: fields === undefined ? "GET" : "POST",
    url,
    ...(fields !== undefined && { fields }),
    opens_in: entry.opens_in,
    expires_in: LAUNCH_LIFETIME_SECONDS,
  };
}
