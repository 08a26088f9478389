/** The most requests of one call that start in one turn of the event loop. */
export const MAX_PER_TICK = 4;

/**
 * Returns a queue that starts at most `MAX_PER_TICK` callbacks in one turn of the event loop, in the order of arrival.
 * A burst of a thousand requests then leaves turns in between, in which other people's calls are answered.
 */
export function limitPerTick(): (start: () => void) => void {
  const waiting: (() => void)[] = [];
  let left = MAX_PER_TICK;
  let isPlanned = false;
  const tick = (): void => {
    const batch = waiting.splice(0, MAX_PER_TICK);
    left = MAX_PER_TICK - batch.length;
    isPlanned = batch.length > 0;
    if (isPlanned) setImmediate(tick);
    for (const start of batch) start();
  };
  return (start) => {
    if (!isPlanned) {
      isPlanned = true;
      setImmediate(tick);
    }
    if (left === 0) {
      waiting.push(start);
      return;
    }
    left -= 1;
    start();
  };
}
