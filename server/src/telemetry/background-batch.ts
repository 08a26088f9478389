const FLUSH_AFTER_MS = 500;
const ITEMS_AT_ONCE = 500;
/**
 * The most items that may wait, those being written included; further ones are refused, so that a flood cannot fill the
 * memory.
 */
const MAX_WAITING = 5000;

/**
 * Queues items and hands them to `write` in batches, shortly after; callers never wait.
 * A batch that cannot be written is given up and passed to `onLost`.
 */
export class BackgroundBatch<Item> {
  readonly #write: (items: Item[]) => Promise<void>;
  readonly #onLost: (error: unknown, count: number) => void;
  #waiting: Item[] = [];
  /** Items that have left `#waiting` and are not yet written or given up. */
  #underWay = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    write: (items: Item[]) => Promise<void>,
    onLost: (error: unknown, count: number) => void,
  ) {
    this.#write = write;
    this.#onLost = onLost;
  }

  /** Queues as many of the items as there is room for; returns how many. */
  add(items: readonly Item[]): number {
    const room = MAX_WAITING - this.#waiting.length - this.#underWay;
    const taken = items.slice(0, Math.max(room, 0));
    this.#waiting.push(...taken);
    if (taken.length > 0) this.#timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER_MS);
    return taken.length;
  }

  /** Resolves when everything queued so far is written or given up. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const items = this.#waiting;
    this.#waiting = [];
    this.#underWay += items.length;
    this.#writing = this.#writing.then(() => this.#writeAll(items));
    return this.#writing;
  }

  async #writeAll(items: Item[]): Promise<void> {
    for (let from = 0; from < items.length; from += ITEMS_AT_ONCE) {
      const batch = items.slice(from, from + ITEMS_AT_ONCE);
      try {
        await this.#write(batch);
      } catch (error) {
        this.#onLost(error, batch.length);
      }
      this.#underWay -= batch.length;
    }
  }
}
