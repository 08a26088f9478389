import type { FastifyInstance } from "fastify";
import { makeOutboundFetch } from "../../platform/outbound-fetch.ts";
import { platformAddress } from "../../platform/platform-address.ts";
import { readOnce } from "../../platform/read-once.ts";
import { encryptFor } from "./encrypt.ts";
import { markGone, type Subscription } from "./subscriptions.ts";
import { readVapidKey } from "./vapid.ts";

const TIMEOUT_MS = 10_000;
const MAX_BODY_BYTES = 16 * 1024;
/** Seconds that a push service keeps it for a browser that is closed. */
const TTL_SECONDS = 24 * 3600;
/** The statuses of a subscription that is no more. */
const GONE = [404, 410];

/**
 * Returns what pushes a text to browsers of a person. That resolves to undefined once a browser's service has taken it, to
 * `"gone"` where none of them is subscribed any more, else to the reason in words without an address.
 */
export function pusher(
  app: FastifyInstance,
): (to: readonly Subscription[], text: string) => Promise<string | undefined> {
  const networks = app.config.pushNetworks;
  const bounds = { timeoutMs: TIMEOUT_MS, maxBodyBytes: MAX_BODY_BYTES };
  // a browser names the address: only public ones are called, and nothing but the web's own port there
  const rules = { httpsOnly: true, defaultPortOnly: true, ...bounds };
  const call = makeOutboundFetch({ networks, setting: "PUSH_NETWORKS", ...rules });

  const readKey = readOnce(() => readVapidKey(app.db));

  async function pushOne({ endpoint, ...keys }: Subscription, text: string) {
    const vapid = await readKey();
    const subject = platformAddress(app.config);
    const response = await call(endpoint, {
      method: "POST",
      headers: {
        authorization: vapid.authorization(endpoint, subject, app.now()),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        ttl: String(TTL_SECONDS),
      },
      body: encryptFor(keys, text),
    });
    if (response.ok) return undefined;
    if (!GONE.includes(response.status)) return `HTTP ${response.status}`;
    await markGone(app.db, endpoint);
    return "gone";
  }

  return async (to, text) => {
    const outcomes = await Promise.all(
      to.map((one) => pushOne(one, text).catch((error: unknown) => nameOf(error))),
    );
    if (outcomes.includes(undefined)) return undefined;
    return outcomes.find((outcome) => outcome !== "gone") ?? "gone";
  };
}

/** Returns the kind of an error; its own text may quote the endpoint. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
