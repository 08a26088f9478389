import { createECDH, createPrivateKey, sign } from "node:crypto";
import type { Queryable } from "../../database/database.ts";
import { platformSecret } from "../../platform/platform-state.ts";
import { CURVE } from "./encrypt.ts";

const VALID_SECONDS = 12 * 3600;

/** The key pair by which push services know this deployment (RFC 8292). */
export interface VapidKey {
  /** The key that a browser subscribes with, in base64url. */
  publicKey: string;
  /** Returns the header that allows a message to an endpoint. */
  authorization(endpoint: string, subject: string, now: Date): string;
}

/** Reads the deployment's key: made once, kept with its other secrets, and the same for all nodes. */
export async function readVapidKey(db: Queryable): Promise<VapidKey> {
  const d = await platformSecret(db, "vapid");
  const pair = createECDH(CURVE);
  pair.setPrivateKey(d, "base64url");
  const point = pair.getPublicKey();
  const publicKey = point.toString("base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
    half.toString("base64url"),
  );
  const jwk = { kty: "EC", crv: "P-256", d, ...(x && { x }), ...(y && { y }) };
  const key = createPrivateKey({ key: jwk, format: "jwk" });
  return {
    publicKey,
    authorization(endpoint, sub, now) {
      const exp = Math.floor(now.getTime() / 1000) + VALID_SECONDS;
      const claims = { aud: new URL(endpoint).origin, exp, sub };
      const text = [{ typ: "JWT", alg: "ES256" }, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
        .join(".");
      const signature = sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" });
      return `vapid t=${text}.${signature.toString("base64url")}, k=${publicKey}`;
    },
  };
}
