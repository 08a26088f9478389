/** How often a message is tried before it is given up. */
export const TRIES_AT_MOST = 4;
const FIRST_WAIT_MS = 5000;
const LONGER_BY = 3;

/** When a message is tried again after so many failures: 5, 15, 45 seconds later. */
export function waitAfter(failures: number): number {
  return FIRST_WAIT_MS * LONGER_BY ** (failures - 1);
}
