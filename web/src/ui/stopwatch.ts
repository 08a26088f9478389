/**
 * Starts to measure: returns a function that returns the ms since. A device's clock that is put back meanwhile makes no wait
 * longer, and the time that it slept counts.
 */
export function stopwatch(): () => number {
  const [by, at] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - by, Date.now() - at);
}
