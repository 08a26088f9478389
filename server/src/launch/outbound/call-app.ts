import type { Config } from "../../platform/config.ts";
import {
  type CallOut,
  type OutgoingCall,
  outgoingCaller,
  type Resolve,
} from "../../platform/call-out.ts";

export type CallApp = CallOut;
export type AppCall = OutgoingCall;

/** The most bytes of an answer: keys and receipts are small. */
const MAX_BODY_BYTES = 256 * 1024;
const WITHIN_MS = 5_000;

/** Returns the function that calls apps: at public addresses, and in the networks that `APP_NETWORKS` lists. */
export function appCaller(
  { appNetworks: networks }: Pick<Config, "appNetworks">,
  resolve?: Resolve,
): CallApp {
  const rules = {
    ...{ networks, setting: "APP_NETWORKS" },
    ...{ bodyAtMost: MAX_BODY_BYTES, withinMs: WITHIN_MS },
  };
  return outgoingCaller(rules, resolve);
}
