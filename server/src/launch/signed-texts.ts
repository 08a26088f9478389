import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { platformSecret } from "../platform/platform-state.ts";

/**
 * Returns an HMAC of texts, in this order and for this use, as base64url. `hasSignature` accepts it later: a form's hidden
 * fields were written by this platform.
 */
export async function signTexts(
  app: FastifyInstance,
  use: string,
  ...texts: string[]
): Promise<string> {
  const key = await platformSecret(app.db, "seal_key");
  return createHmac("sha256", Buffer.from(key, "base64url"))
    .update(JSON.stringify([use, ...texts]))
    .digest("base64url");
}

/** Returns whether `given` is what `signTexts` returns for these texts and this use; compares in constant time. */
export async function hasSignature(
  app: FastifyInstance,
  given: unknown,
  use: string,
  ...texts: string[]
): Promise<boolean> {
  if (typeof given !== "string") return false;
  const wanted = Buffer.from(await signTexts(app, use, ...texts));
  const shown = Buffer.from(given);
  return wanted.length === shown.length && timingSafeEqual(wanted, shown);
}
