import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stopwatch } from "./stopwatch.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a clock that is put back, as by the network's time, makes no wait longer", () => {
  const elapsed = stopwatch();
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(60_000);
  expect(elapsed()).toBe(60_000);
});

test("what the device slept counts, though nothing else went on", () => {
  const elapsed = stopwatch();
  vi.setSystemTime(Date.now() + 3_600_000);
  expect(elapsed()).toBe(3_600_000);
});
