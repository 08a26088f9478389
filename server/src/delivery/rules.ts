/** How often a message is tried before it is given up. */
export const TRIES_AT_MOST = 4;
const FIRST_WAIT_SECONDS = 5;
const LONGER_BY = 3;

/** When a message is tried again after so many tries: 5, 15, 45 seconds later. */
export function waitAfter(tries: number, now: Date): Date {
  return new Date(now.getTime() + FIRST_WAIT_SECONDS * LONGER_BY ** (tries - 1) * 1000);
}
