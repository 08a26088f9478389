import { hash, randomBytes } from "node:crypto";

const SECRET_BYTES = 32;

/** A new opaque secret of 256 random bits, safe in an address and a header. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

/** What the database keeps of a token, credential, ticket or app secret: its SHA-256, in hex. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}
