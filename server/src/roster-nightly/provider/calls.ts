import { setTimeout as after } from "node:timers/promises";
import type { Config } from "../../platform/config.ts";
import { type CallOut, outgoingCaller } from "../../platform/call-out.ts";

/** The most bytes of a page: five hundred people are a tenth of it. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;
const WITHIN_MS = 60_000;
/** Milliseconds that somebody who tries a connection waits for one answer. */
const TRY_WITHIN_MS = 10_000;

/** Returns the function that calls providers: at public addresses by https, and in the networks that `ROSTER_NETWORKS` lists. */
export function providerCaller(
  { rosterNetworks: networks }: Pick<Config, "rosterNetworks">,
  { isTry = false, withinMs }: { isTry?: boolean; withinMs?: number } = {},
): CallOut {
  const timeoutMs = isTry ? TRY_WITHIN_MS : WITHIN_MS;
  const bounds = { bodyAtMost: MAX_BODY_BYTES, withinMs: withinMs ?? timeoutMs };
  return outgoingCaller({ networks, setting: "ROSTER_NETWORKS", securely: true, ...bounds });
}

/** Returns what waits, and ends with the signal. */
export function waiter(signal: AbortSignal): (ms: number) => Promise<void> {
  return async (ms) => {
    await after(ms, undefined, { signal, ref: false });
  };
}
