import { acrossSchools } from "../database/scope.ts";
import type { Database } from "../database/database.ts";
import { addViews, type SeenContent } from "./queries.ts";
import { slotOf } from "./rules.ts";

const FLUSH_AFTER_MS = 1000;
/** The most waiting items, and remembered openings. */
const MAX_WAITING = 5000;
const MAX_REMEMBERED = 50_000;

/**
 * Counts views in the background: they wait on the node for a second and are written together. A person who opens the
 * same item again within the slot is not counted again.
 */
export class ViewCounter {
  readonly #db: Database;
  readonly #onLost: (error: unknown, count: number) => void;
  #waiting = new Map<string, SeenContent>();
  #counted = new Set<string>();
  #countedSlot = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Database, onLost: (error: unknown, count: number) => void) {
    this.#db = db;
    this.#onLost = onLost;
  }

  count(userId: string, item: { school_id: string; id: string }, now: Date): void {
    const slot = slotOf(now);
    if (slot !== this.#countedSlot || this.#counted.size >= MAX_REMEMBERED) {
      this.#counted = new Set();
      this.#countedSlot = slot;
    }
    const key = JSON.stringify([item.school_id, item.id]);
    const opening = `${userId}\n${key}`;
    if (this.#counted.has(opening)) return;
    const waiting = this.#waiting.get(key);
    if (waiting === undefined && this.#waiting.size >= MAX_WAITING) return;
    this.#counted.add(opening);
    const { school_id, id: content_id } = item;
    const views = (waiting?.views ?? 0) + 1;
    this.#waiting.set(key, { school_id, content_id, slot, views });
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER_MS);
    this.#timer.unref();
  }

  /** Resolves when everything counted so far is written, or given up. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // in one order, so that two nodes never wait for each other
    const rows = [...this.#waiting].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    this.#waiting = new Map();
    this.#writing = this.#writing.then(async () => {
      try {
        await acrossSchools("count", () => addViews(this.#db, rows));
      } catch (error) {
        this.#onLost(error, rows.length);
      }
    });
    return this.#writing;
  }
}
