import { LRUCache } from "lru-cache";
import { atMost } from "./at-most.ts";

const WINDOW_MS = 60_000;
const MAX_KEYS = 10_000;

interface Window {
  startedAt: number;
  count: number;
}

/** Limits what each key does within a minute; counts on this node only, in memory. */
export class WindowLimit {
  readonly #limit: number;
  readonly #windows = new LRUCache<string, Window>(atMost(MAX_KEYS));

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts `more` of a key; returns 0, or the seconds to wait when they are too many. */
  secondsToWait(key: string, more: number, now: number): number {
    const age = now - (this.#windows.peek(key)?.startedAt ?? Number.NEGATIVE_INFINITY);
    let window = this.#windows.get(key);
    if (window === undefined || age < 0 || age >= WINDOW_MS) {
      window = { startedAt: now, count: 0 };
      this.#windows.set(key, window);
    }
    if (window.count + more > this.#limit) {
      return Math.ceil((window.startedAt + WINDOW_MS - now) / 1000);
    }
    window.count += more;
    return 0;
  }

  /** Returns the seconds until a key that has used its count up may go on; counts nothing. */
  secondsUntilFree(key: string, now: number): number {
    const window = this.#windows.get(key);
    const age = now - (window?.startedAt ?? Number.NEGATIVE_INFINITY);
    if (window === undefined || age < 0 || age >= WINDOW_MS || window.count < this.#limit) return 0;
    return Math.ceil((WINDOW_MS - age) / 1000);
  }
}
