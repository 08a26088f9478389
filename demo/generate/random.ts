/** Pseudo-random numbers, the same on every machine: mulberry32 over 32-bit integers. */
export interface Random {
  /** Returns a whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number;
  chance(percent: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Picks by weight; weights are whole numbers. */
  weighted<T>(list: readonly (readonly [T, number])[]): T;
  /** Returns a new list in another order. */
  shuffled<T>(list: readonly T[]): T[];
}

export function makeRandom(seed: number): Random {
  let state = seed >>> 0;

  function below(limit: number): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  function pick<T>(list: readonly T[]): T {
    const chosen = list[below(list.length)];
    if (chosen === undefined) throw new Error("Nothing to pick from");
    return chosen;
  }

  return {
    pick,
    integer: (least, most) => least + below(most - least + 1),
    chance: (percent) => below(100) < percent,
    weighted(list) {
      let left = below(list.reduce((sum, [, weight]) => sum + weight, 0));
      for (const [value, weight] of list) {
        if (left < weight) return value;
        left -= weight;
      }
      throw new Error("Nothing to pick from");
    },
    shuffled(list) {
      const copy = [...list];
      for (let end = copy.length - 1; end > 0; end -= 1) {
        const other = below(end + 1);
        [copy[end], copy[other]] = [copy[other]!, copy[end]!];
      }
      return copy;
    },
  };
}
