import type { Config } from "../../platform/config.ts";
import {
  type OutboundFetch,
  type OutboundRequest,
  makeOutboundFetch,
  type Resolve,
} from "../../platform/outbound-fetch.ts";

export type AppFetch = OutboundFetch;
export type AppCall = OutboundRequest;

/** The most bytes of an answer: keys and receipts are small. */
const MAX_BODY_BYTES = 256 * 1024;
const TIMEOUT_MS = 5_000;

/** Returns the function that calls apps: at public addresses, and in the networks that `APP_NETWORKS` lists. */
export function makeAppFetch(
  { appNetworks: networks }: Pick<Config, "appNetworks">,
  resolve?: Resolve,
): AppFetch {
  const rules = {
    ...{ networks, setting: "APP_NETWORKS" },
    ...{ maxBodyBytes: MAX_BODY_BYTES, timeoutMs: TIMEOUT_MS },
  };
  return makeOutboundFetch(rules, resolve);
}
