import { createHmac } from "node:crypto";
import type { Claims } from "#contract";

/** A name for the person that is always the same at this app and different at every other (LA-04). */
export function pairwiseSubject(key: string, appId: string, userId: string): string {
  return createHmac("sha256", Buffer.from(key, "base64url"))
    .update(JSON.stringify([appId, userId]))
    .digest("base64url");
}

/** Only what the app's entry allows; `sub` is always told. */
export function allowedClaims(whole: Required<Claims>, allowed: readonly string[]): Claims {
  const { sub, ...rest } = whole;
  const told = Object.entries(rest).filter(([claim]) => allowed.includes(claim));
  return { sub, ...Object.fromEntries(told) };
}
