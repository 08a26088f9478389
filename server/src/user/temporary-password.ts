import { randomInt } from "node:crypto";

/** Without letters and digits that are taken for one another when read aloud or written on a slip. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUP_LENGTH = 4;

/** A password that a seven-year-old can copy: two groups of four, about 39 random bits, good for days and for one use. */
export function newTemporaryPassword(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return `${group()}-${group()}`;
}
