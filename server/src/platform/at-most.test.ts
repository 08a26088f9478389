import { LRUCache } from "lru-cache";
import { expect, it } from "vitest";
import { atMost } from "./at-most.ts";

it("keeps that many entries, of which the one used least lately goes first", () => {
  const cache = new LRUCache<string, number>(atMost(3));
  for (const [nth, key] of ["a", "b", "c"].entries()) cache.set(key, nth);
  cache.get("a");
  cache.set("b", 7);
  cache.set("d", 3);
  expect([...cache.entries()]).toEqual([
    ["d", 3],
    ["b", 7],
    ["a", 0],
  ]);
  for (let nth = 0; nth < 1000; nth += 1) cache.set(`e${nth}`, nth);
  expect(cache.size).toBe(3);
});

it("lets entries end by their time as well", () => {
  const now = { now: () => at };
  let at = 1;
  const cache = new LRUCache<string, true>({
    ...atMost(2),
    ttl: 1000,
    ttlResolution: 0,
    perf: now,
  });
  cache.set("a", true);
  at = 1002;
  cache.set("b", true);
  expect([cache.get("a"), cache.get("b")]).toEqual([undefined, true]);
});
