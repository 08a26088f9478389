import { hash, randomBytes, randomInt } from "node:crypto";

const SECRET_BYTES = 32;

/** Returns a new opaque secret of 256 random bits, safe in an address and a header. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

/** Returns the SHA-256, in hex, that the database keeps of a token, credential, ticket or app secret. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** Returns a code to be read aloud: `length` random letters of an alphabet. */
export function newReadableCode(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}
