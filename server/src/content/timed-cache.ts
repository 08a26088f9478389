import { LRUCache } from "lru-cache";
import { atMost } from "../platform/at-most.ts";

interface Copy<T> {
  at: number;
  value: Promise<T>;
}

/** A node's copies of what was read, each valid for `lifetimeMs`. Who asks for the same while it is read shares the reading. */
export class TimedCache<T> {
  readonly #copies: LRUCache<string, Copy<T>>;
  readonly #lifetimeMs: number;
  readonly #now: () => Date;

  constructor(lifetimeMs: number, max: number, now: () => Date) {
    this.#copies = new LRUCache(atMost(max));
    this.#lifetimeMs = lifetimeMs;
    this.#now = now;
  }

  /** Returns the copy, if there is a valid one. */
  peek(key: string): Promise<T> | undefined {
    const copy = this.#copies.get(key);
    if (copy === undefined) return undefined;
    const age = this.#now().getTime() - copy.at;
    return age >= 0 && age < this.#lifetimeMs ? copy.value : undefined;
  }

  /** Returns the copy, read now if there is no valid one. A failure is not kept. */
  get(key: string, read: () => Promise<T>): Promise<T> {
    const known = this.peek(key);
    if (known !== undefined) return known;
    const copy = { at: this.#now().getTime(), value: read() };
    this.#copies.set(key, copy);
    copy.value.catch(() => {
      if (this.#copies.peek(key) === copy) this.#copies.delete(key);
    });
    return copy.value;
  }

  /** Discards all copies after a change here, so that the next call reads anew. */
  clear(): void {
    this.#copies.clear();
  }
}
