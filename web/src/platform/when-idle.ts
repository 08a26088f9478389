/** Calls back when the browser has nothing else to do, within so many ms; soon where it cannot tell (Safari). */
export function whenIdle(work: () => void, withinMs: number): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(work, { timeout: withinMs });
  else setTimeout(work, 100);
}
