import { setTimeout as after } from "node:timers/promises";
import type { Config } from "../../platform/config.ts";
import { type OutboundFetch, makeOutboundFetch } from "../../platform/outbound-fetch.ts";

/** The most bytes of a page: five hundred people are a tenth of it. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 60_000;
/** Milliseconds that somebody who tries a connection waits for one answer. */
const TRY_TIMEOUT_MS = 10_000;

interface ProviderCallOptions {
  isTry?: boolean;
  timeoutMs?: number;
}

/** Returns the function that calls providers: at public addresses by https, and in the networks that `ROSTER_NETWORKS` lists. */
export function makeProviderFetch(
  { rosterNetworks: networks }: Pick<Config, "rosterNetworks">,
  { isTry = false, timeoutMs = isTry ? TRY_TIMEOUT_MS : TIMEOUT_MS }: ProviderCallOptions = {},
): OutboundFetch {
  const bounds = { maxBodyBytes: MAX_BODY_BYTES, timeoutMs };
  return makeOutboundFetch({ networks, setting: "ROSTER_NETWORKS", httpsOnly: true, ...bounds });
}

/** Returns what waits, and ends with the signal. */
export function waiter(signal: AbortSignal): (ms: number) => Promise<void> {
  return async (ms) => {
    await after(ms, undefined, { signal, ref: false });
  };
}
