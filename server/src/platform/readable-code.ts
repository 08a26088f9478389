import { randomInt } from "node:crypto";

/** A code to be read aloud: so many random letters of an alphabet. */
export function newReadableCode(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}
