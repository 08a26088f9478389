/**
 * The server's clock, as far as the page knows it: a device's may be wrong, by years where its battery is dead. What
 * counts a wait takes the device's own.
 */

/** A device that is apart from the server by less is right: an answer has been under way as well. */
const TOLERATED_MS = 60_000;

let behind = 0;
const listeners = new Set<() => void>();

/**
 * Takes the time of an answer, in ms, that was asked for at `asked` by the device's clock. It says nothing where that was
 * long ago, as in a tab that was frozen meanwhile, or where the clock was put back.
 */
export function noteServerTime(time: number, asked: number): void {
  const now = Date.now();
  const apart = time - now;
  // no answer that says nothing of its time either
  if (now < asked || now - asked > TOLERATED_MS || !isWrong(apart - behind)) return;
  behind = isWrong(apart) ? apart : 0;
  for (const listen of listeners) listen();
}

function isWrong(ms: number): boolean {
  return Math.abs(ms) > TOLERATED_MS;
}

/** Returns the time now by the server's clock; by the device's until an answer has come. */
export function serverNow(): Date {
  return new Date(Date.now() + behind);
}

/** Notifies when the device turns out to be wrong. Returns a function that stops it. */
export function onServerTime(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}
