/** How long this server waits for the other side of a connection, in milliseconds. */
export interface Patience {
  /** Until a request's head is here. */
  readonly headMs: number;
  /** Until its body is; longer where a route takes files: 10 MB over 0.7 Mbit/s. */
  readonly bodyMs: number;
  readonly fileMs: number;
  /** With a connection on which nothing moves, while a request or its answer is under way. */
  readonly stillMs: number;
  /** With one that is kept for the next request: a little longer than proxies keep theirs. */
  readonly idleMs: number;
  /** How often Node looks whose time is over. */
  readonly lookEveryMs: number;
}

export const PATIENCE: Patience = {
  headMs: 15_000,
  bodyMs: 15_000,
  fileMs: 120_000,
  stillMs: 120_000,
  idleMs: 72_000,
  lookEveryMs: 5000,
};
