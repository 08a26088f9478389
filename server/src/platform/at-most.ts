/**
 * Returns the options of an `LRUCache` of at most so many entries. The library's own `max` makes room for all of them when
 * the cache is made: a millisecond and 200 KB for 10,000, and the platform has twenty such caches at each start.
 */
export function atMost(entries: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 };
}
