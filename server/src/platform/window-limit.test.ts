import { expect, it } from "vitest";
import { WindowLimit } from "./window-limit.ts";

it("lets 3,000 events a minute through from one address, then says how long to wait", () => {
  const limit = new WindowLimit(3000);
  for (let sent = 0; sent < 60; sent += 1) expect(limit.secondsToWait("a", 50, 0)).toBe(0);
  expect(limit.secondsToWait("a", 1, 10_000)).toBe(50);
  expect(limit.secondsToWait("b", 50, 10_000)).toBe(0);
  expect(limit.secondsToWait("a", 1, 60_000)).toBe(0);
});

it("says how long a key that has used its count up waits, without counting that", () => {
  const limit = new WindowLimit(2);
  limit.secondsToWait("a", 1, 0);
  expect(limit.secondsUntilFree("a", 0)).toBe(0);
  limit.secondsToWait("a", 1, 0);
  expect(limit.secondsUntilFree("a", 10_000)).toBe(50);
  expect(limit.secondsUntilFree("b", 10_000)).toBe(0);
  expect(limit.secondsUntilFree("a", 60_000)).toBe(0);
});

it("does not punish an address when the clock was put back", () => {
  const limit = new WindowLimit(3000);
  limit.secondsToWait("a", 3000, 1_000_000);
  expect(limit.secondsToWait("a", 1, 0)).toBe(0);
});
