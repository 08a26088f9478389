import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** The keys that a browser gave for what is pushed to it, in base64url. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

export const CURVE = "prime256v1";
const RECORD_BYTES = 4096;
const SALT_BYTES = 16;

/** Encrypts a text for one browser by RFC 8291, in one record; the push service cannot read it. */
export function encryptFor(
  { p256dh, auth }: PushKeys,
  text: string,
  { salt = randomBytes(SALT_BYTES), own = newPair() } = {},
): Buffer {
  const [theirs, secret] = [Buffer.from(p256dh, "base64url"), Buffer.from(auth, "base64url")];
  const ours = own.getPublicKey();
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), theirs, ours]);
  const key = Buffer.from(hkdfSync("sha256", own.computeSecret(theirs), secret, info, 32));
  const derived = (what: string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", key, salt, `Content-Encoding: ${what}\0`, bytes));
  const cipher = createCipheriv("aes-128-gcm", derived("aes128gcm", 16), derived("nonce", 12));
  const head = Buffer.alloc(SALT_BYTES + 5);
  salt.copy(head);
  head.writeUInt32BE(RECORD_BYTES, SALT_BYTES);
  head.writeUInt8(ours.length, SALT_BYTES + 4);
  // 2 ends the last record
  const record = [cipher.update(text, "utf8"), cipher.update(Buffer.from([2])), cipher.final()];
  return Buffer.concat([head, ours, ...record, cipher.getAuthTag()]);
}

function newPair() {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  return pair;
}
