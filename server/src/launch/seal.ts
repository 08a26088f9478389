import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { platformSecret } from "../platform/platform-state.ts";

/** Returns a seal that later proves that these texts, in this order and for this use, were sent from here. */
export async function seal(app: FastifyInstance, use: string, ...texts: string[]): Promise<string> {
  const key = await platformSecret(app.db, "seal_key");
  return createHmac("sha256", Buffer.from(key, "base64url"))
    .update(JSON.stringify([use, ...texts]))
    .digest("base64url");
}

export async function isSealed(
  app: FastifyInstance,
  given: unknown,
  use: string,
  ...texts: string[]
): Promise<boolean> {
  if (typeof given !== "string") return false;
  const wanted = Buffer.from(await seal(app, use, ...texts));
  const shown = Buffer.from(given);
  return wanted.length === shown.length && timingSafeEqual(wanted, shown);
}
