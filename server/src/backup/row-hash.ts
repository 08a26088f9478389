import { hash } from "node:crypto";
import type { Count } from "./archive.ts";

const MODULUS = 1n << 256n;

/** Counts rows and adds up their SHA-256: the same for the same rows, in whatever order they come. */
export class RowHash {
  #rows = 0;
  #sum = 0n;

  add(row: string): void {
    this.#rows += 1;
    this.#sum = (this.#sum + BigInt(`0x${hash("sha256", row, "hex")}`)) % MODULUS;
  }

  count(): Count {
    return { rows: this.#rows, hash: this.#sum.toString(16).padStart(64, "0") };
  }
}
