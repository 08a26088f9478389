import { expect, test } from "vitest";
import { limitPerTick, MAX_PER_TICK } from "./limit-per-tick.ts";

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

test("a burst starts a few callbacks a tick, in order; one that arrives later is the last", async () => {
  const start = limitPerTick();
  const started: number[] = [];
  for (let nth = 0; nth < 10; nth += 1) start(() => started.push(nth));
  expect(started).toEqual([0, 1, 2, 3]);
  start(() => started.push(10));
  const each: number[] = [];
  while (started.length < 11) {
    const before = started.length;
    await nextTick();
    each.push(started.length - before);
  }
  expect(Math.max(...each)).toBe(MAX_PER_TICK);
  expect(started).toEqual(Array.from({ length: 11 }, (_, nth) => nth));
});

test("a single callback starts at once, each time", async () => {
  const start = limitPerTick();
  for (let nth = 0; nth < 3; nth += 1) {
    let hasStarted = false;
    start(() => (hasStarted = true));
    expect(hasStarted).toBe(true);
    await nextTick();
  }
});

test("a callback that arrives after a burst starts at once", async () => {
  const start = limitPerTick();
  const started: number[] = [];
  for (let nth = 0; nth < 6; nth += 1) start(() => started.push(nth));
  await nextTick();
  await nextTick();
  start(() => started.push(6));
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6]);
});
