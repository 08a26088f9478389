import { sha256 } from "@noble/hashes/sha2.js";
import type { DeriveKeyFunction } from "altcha-lib";

/**
 * ALTCHA's plain SHA-256, rounds over rounds. Not by `crypto.subtle`: that is missing where a school's server has a plain
 * http address, and slower for so small a text.
 */
export const deriveKey: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => {
  const first = new Uint8Array(salt.length + password.length);
  first.set(salt);
  first.set(password, salt.length);
  let derivedKey: Uint8Array = sha256(first);
  for (let round = 1; round < cost; round += 1) derivedKey = sha256(derivedKey);
  return { derivedKey: derivedKey.slice(0, keyLength) };
};
