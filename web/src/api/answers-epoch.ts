/** Counts whose answers are being kept: a new session begins a new epoch, and what was learnt in an older one is forgotten. */
let epoch = 0;

export function currentEpoch(): number {
  return epoch;
}

/** Forgets every kept answer. Apart from the cache itself, so that sign-in need not carry it. */
export function forgetAnswers(): void {
  epoch += 1;
}
