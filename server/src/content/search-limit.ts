import { Refusal } from "../http/refusal.ts";
import { concurrencyLimit } from "../platform/concurrency-limit.ts";

/** Searches of one person that wait while another of theirs runs: who types fast, or has several tabs open. */
export const WAITING_EACH = 3;
const COME_BACK_SECONDS = 1;

export interface SearchLimit {
  /** Runs one search of a person; refuses with `tooMany` when too many of theirs wait. `isGone`: nobody waits for it any more. */
  run<T>(userId: string, work: () => Promise<T>, isGone?: () => boolean): Promise<T>;
}

/**
 * Lets each person search once at a time, and so many at once on this node, so that nobody's searches hold up other
 * people's calls: a search costs the database many times what another call does.
 */
export function createSearchLimit(atOnce: number): SearchLimit {
  const onNode = concurrencyLimit(atOnce);
  /** The searches of a person that wait; there is a line while one of theirs runs. */
  const lines = new Map<string, (() => void)[]>();
  return {
    async run(userId, work, isGone = () => false) {
      const line = lines.get(userId);
      if (line === undefined) lines.set(userId, []);
      else if (line.length < WAITING_EACH) await new Promise<void>((go) => line.push(go));
      else throw tooMany();
      try {
        return await onNode(async () => {
          if (isGone()) throw tooMany();
          return work();
        });
      } finally {
        const next = lines.get(userId)?.shift();
        if (next === undefined) lines.delete(userId);
        else next();
      }
    },
  };
}

function tooMany(): Refusal {
  const msg = "搜索得太快了，请稍后再试";
  return new Refusal("tooMany", { msg, retryAfter: COME_BACK_SECONDS });
}
