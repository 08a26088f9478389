import { ECDH } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { endPush, savePush } from "#contract";
import { acrossSchools } from "../../database/scope.ts";
import { badField } from "../../http/refusal.ts";
import { serve } from "../../http/serve.ts";
import { hasControl } from "../../platform/control-characters.ts";
import { CURVE } from "./encrypt.ts";
import { dropEnded, dropSubscription, keepSubscription } from "./subscriptions.ts";

/** Bytes of a point of the curve, not compressed, and of a browser's secret (RFC 8291). */
const POINT_BYTES = 65;
const SECRET_BYTES = 16;

/**
 * Returns whether a push service may have this address. Those of all browsers are at https's own port, so that nobody has
 * our server knock at the ports of others; one inside may be at any, which is seen when it is called.
 */
function isAddress(endpoint: string, networks: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (url === null || url.protocol !== "https:" || hasControl(endpoint)) return false;
  if (url.port !== "" && networks.length === 0) return false;
  return url.username === "" && url.password === "";
}

function isPoint(key: string): boolean {
  const point = bytesOf(key);
  if (point.length !== POINT_BYTES) return false;
  try {
    return ECDH.convertKey(point, CURVE).length === POINT_BYTES;
  } catch {
    return false;
  }
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, "base64url");
}

/** Serves the subscriptions of browsers to web push (IN-05): one for each session, gone when that ends. */
export async function pushRoutes(app: FastifyInstance): Promise<void> {
  app.sessionEnds.listen((user_id) =>
    acrossSchools("sweep", () => dropEnded(app.db, app.now(), user_id)),
  );

  serve(app, savePush, async ({ input, caller: { user_id, session_id } }) => {
    const { endpoint, p256dh, auth } = input;
    const isKnown = isAddress(endpoint, app.config.pushNetworks);
    if (!isKnown || !isPoint(p256dh) || bytesOf(auth).length !== SECRET_BYTES) {
      throw badField("endpoint", "这个浏览器给出的推送地址无法使用");
    }
    await app.db.transaction().execute(async (trx) => {
      const kept = { session_id, user_id, endpoint, p256dh, auth };
      await keepSubscription(trx, kept, app.now());
    });
    return {};
  });

  serve(app, endPush, async ({ caller: { session_id } }) => {
    await dropSubscription(app.db, session_id);
    return {};
  });
}
