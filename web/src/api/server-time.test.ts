import { beforeEach, expect, test, vi } from "vitest";

const SERVER = Date.parse("2026-11-26T04:00:00Z");
const MINUTE_MS = 60_000;
const YEAR_MS = 365 * 86_400_000;

let module: typeof import("./server-time.ts");

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  module = await import("./server-time.ts");
  return () => vi.useRealTimers();
});

test.each([
  ["years behind", -18 * YEAR_MS],
  ["forty minutes ahead", 40 * MINUTE_MS],
  ["years ahead", 9 * YEAR_MS],
])("a device that is %s goes by the server", (_what, ahead) => {
  vi.setSystemTime(SERVER + ahead);
  module.noteServerTime(SERVER, Date.now());
  vi.advanceTimersByTime(MINUTE_MS);
  expect(module.serverNow()).toEqual(new Date(SERVER + MINUTE_MS));
});

test("a device that is right goes by its own clock, and again once it has been put right", () => {
  vi.setSystemTime(SERVER + 20_000);
  module.noteServerTime(SERVER, Date.now());
  expect(module.serverNow()).toEqual(new Date(SERVER + 20_000));
  vi.setSystemTime(SERVER + YEAR_MS);
  module.noteServerTime(SERVER, Date.now());
  vi.setSystemTime(SERVER);
  module.noteServerTime(SERVER, Date.now());
  expect(module.serverNow()).toEqual(new Date(SERVER));
});

test.each([
  ["came while the tab was frozen for an hour", SERVER, 60 * MINUTE_MS],
  ["was asked for before the clock was put back", SERVER, -60 * MINUTE_MS],
  ["has no time", NaN, 0],
])("an answer that %s says nothing", (_what, time, took) => {
  vi.setSystemTime(SERVER + took);
  module.noteServerTime(time, SERVER);
  expect(module.serverNow()).toEqual(new Date(SERVER + took));
});

test("who shows the time hears of a wrong clock, and not of every answer", () => {
  const listen = vi.fn();
  const stop = module.onServerTime(listen);
  vi.setSystemTime(SERVER + YEAR_MS);
  for (const late of [0, 300, 900]) module.noteServerTime(SERVER - late, Date.now());
  expect(listen).toHaveBeenCalledTimes(1);
  stop();
  module.noteServerTime(SERVER + YEAR_MS, Date.now());
  expect(listen).toHaveBeenCalledTimes(1);
});
