import { createHmac, timingSafeEqual } from "node:crypto";

/** The deployment's own secret, the same on every node; read from the database when it is first needed. */
export type UploadSecret = () => Promise<string>;

/** Signs the address to which one object may be put until `expires` (seconds). */
export async function putSignature(
  secret: UploadSecret,
  key: string,
  expires: number,
): Promise<string> {
  return createHmac("sha256", await secret())
    .update(`PUT\n${key}\n${expires}`)
    .digest("base64url");
}

export interface SignedPut {
  key: string;
  expires: number;
  signature: string;
}

export async function isPutSignature(
  secret: UploadSecret,
  { key, expires, signature }: SignedPut,
): Promise<boolean> {
  const wanted = Buffer.from(await putSignature(secret, key, expires));
  const given = Buffer.from(signature);
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}
