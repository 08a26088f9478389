import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BackgroundBatch } from "./background-batch.ts";

let written: number[][];
let lost: [unknown, number][];
let batch: BackgroundBatch<number>;

beforeEach(() => {
  vi.useFakeTimers();
  written = [];
  lost = [];
  batch = new BackgroundBatch<number>(
    async (items) => {
      if (items.includes(-1)) throw new Error("no disk");
      written.push(items);
    },
    (error, count) => lost.push([error, count]),
  );
});
afterEach(() => vi.useRealTimers());

it("writes what came within half a second in one go", async () => {
  expect(batch.add([1, 2])).toBe(2);
  await vi.advanceTimersByTimeAsync(400);
  batch.add([3]);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(written).toEqual([[1, 2, 3]]);
  expect(vi.getTimerCount()).toBe(0);
});

it("writes at once when told to, in order and in pieces, and leaves no timer", async () => {
  batch.add(Array.from({ length: 501 }, (_, index) => index));
  await batch.flush();
  expect(written.map((items) => items.length)).toEqual([500, 1]);
  expect(vi.getTimerCount()).toBe(0);
});

it("gives up a batch that cannot be written, and goes on with the next", async () => {
  batch.add([-1, 2]);
  await batch.flush();
  batch.add([3]);
  await batch.flush();
  expect(lost).toEqual([[expect.objectContaining({ message: "no disk" }), 2]]);
  expect(written).toEqual([[3]]);
});

it("takes no more than 5,000 that wait", () => {
  expect(batch.add(Array.from({ length: 4_990 }, () => 0))).toBe(4_990);
  expect(batch.add(Array.from({ length: 50 }, () => 0))).toBe(10);
  expect(batch.add([1])).toBe(0);
});

it("counts what is being written among what waits: a database that hangs fills no memory", async () => {
  let go = (): void => {};
  const hanging = new Promise<void>((resolve) => (go = resolve));
  const slow = new BackgroundBatch<number>(
    () => hanging,
    () => {},
  );
  const many = Array.from({ length: 3000 }, () => 0);
  expect(slow.add(many)).toBe(3000);
  await vi.advanceTimersByTimeAsync(500);
  expect(slow.add(many)).toBe(2000);
  await vi.advanceTimersByTimeAsync(500);
  expect(slow.add(many)).toBe(0);
  go();
  await slow.flush();
  expect(slow.add(many)).toBe(3000);
});
