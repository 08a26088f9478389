import { LRUCache } from "lru-cache";

const WINDOW_MS = 60_000;
/** A whole school can stand behind one address. */
const EVENTS_AT_MOST = 3000;
const ADDRESSES_AT_MOST = 10_000;

interface Window {
  startedAt: number;
  events: number;
}

/** Protects this node from one address that floods it with reports; counts per node and forgets with it. */
export class ReportLimit {
  readonly #windows = new LRUCache<string, Window>({ max: ADDRESSES_AT_MOST });

  /** Counts the events; answers 0, or the seconds to wait when they are too many. */
  secondsToWait(address: string, events: number, now: number): number {
    const age = now - (this.#windows.peek(address)?.startedAt ?? Number.NEGATIVE_INFINITY);
    let window = this.#windows.get(address);
    if (window === undefined || age < 0 || age >= WINDOW_MS) {
      window = { startedAt: now, events: 0 };
      this.#windows.set(address, window);
    }
    if (window.events + events > EVENTS_AT_MOST) {
      return Math.ceil((window.startedAt + WINDOW_MS - now) / 1000);
    }
    window.events += events;
    return 0;
  }
}
