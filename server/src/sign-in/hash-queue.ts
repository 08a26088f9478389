import { Refusal } from "../http/refusal.ts";

/** Milliseconds that a sign-in may wait for its turn; the browser gives up after ten seconds (RQ-06). */
const MAX_WAIT_MS = 5000;
/** Milliseconds after which a refused sign-in is told to come back, at most. */
const MAX_SPREAD_MS = 45_000;
/** Assumed duration of one turn until turns have been measured. */
const FIRST_GUESS_MS = 50;
/** Weight of the newest turn in the running mean. */
const NEWEST = 0.1;

export interface HashQueue {
  readonly running: number;
  readonly waiting: number;
  /** Turns finished since the start. */
  readonly finished: number;
  readonly turnedAway: number;
  /** Refuses a request for which the queue has no room, before any other work for it. */
  refuseFull(): void;
  run<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Runs at most `slots` pieces of work at once and queues the rest, so that a sign-in storm never takes the whole
 * machine. A request that would wait longer than a browser does is refused with the time to come back (50300): each
 * with another one, at the pace of the turns.
 */
export function createHashQueue(
  slots: number,
  clock: () => number = () => performance.now(),
  chance: () => number = Math.random,
): HashQueue {
  const waiting: { since: number; go: () => void; turnAway: (reason: Refusal) => void }[] = [];
  let running = 0;
  let turnMs = FIRST_GUESS_MS;
  let finished = 0;
  let turnedAway = 0;
  /** The time up to which turns are promised to refused requests. */
  let promisedUntil = 0;

  const waitMs = () => ((waiting.length + 1) * turnMs) / slots;
  // each is told a turn of their own: told the same, they would all come back at once
  const promiseMs = () => {
    const now = clock();
    const first = waitMs();
    promisedUntil = Math.max(promisedUntil, now + first - turnMs / slots) + turnMs / slots;
    const own = promisedUntil - now;
    if (own <= MAX_SPREAD_MS) return own;
    promisedUntil = now + MAX_SPREAD_MS;
    return first + (MAX_SPREAD_MS - first) * chance();
  };
  const turningAway = (): Refusal => {
    turnedAway += 1;
    const msg = "登录的人较多，请稍后再试";
    return new Refusal("notReady", { msg, retryAfter: promiseMs() / 1000 });
  };
  const refuseFull = (): void => {
    if (running < slots || waitMs() <= MAX_WAIT_MS) return;
    throw turningAway();
  };
  const leave = (startedAt: number) => {
    const now = clock();
    turnMs += (now - startedAt - turnMs) * NEWEST;
    finished += 1;
    let next = waiting.shift();
    // turns took longer than was foreseen when they were let into the line
    while (next !== undefined && now - next.since > MAX_WAIT_MS) {
      next.turnAway(turningAway());
      next = waiting.shift();
    }
    if (next === undefined) running -= 1;
    else next.go();
  };

  return {
    get running() {
      return running;
    },
    get waiting() {
      return waiting.length;
    },
    get finished() {
      return finished;
    },
    get turnedAway() {
      return turnedAway;
    },
    refuseFull,
    async run(work) {
      if (running < slots) running += 1;
      else {
        refuseFull();
        const since = clock();
        await new Promise<void>((go, turnAway) => waiting.push({ since, go, turnAway }));
      }
      const startedAt = clock();
      try {
        return await work();
      } finally {
        leave(startedAt);
      }
    },
  };
}
