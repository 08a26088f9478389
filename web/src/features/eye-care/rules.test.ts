import { describe, expect, test } from "vitest";
import {
  AWAY_MS,
  begin,
  EYE_TIMES,
  intervalChoices,
  parseEyeState,
  parseEyeTimes,
  resume,
  SEEN_EVERY_MS,
  skip,
  step,
  timeLeftText,
  untilNext,
  type EyeState,
} from "./rules.ts";

const MINUTE_MS = 60_000;
const NOW = Date.parse("2026-11-20T08:00:00+08:00");
const ON = { mode: true, interval: 30 };
const OFF = { mode: false, interval: 30 };
const fresh = begin("u1", ON, NOW, EYE_TIMES);
/** Stepped at each point in time, as a page in use does. */
const at = (state: EyeState, ...minutes: number[]) =>
  minutes.reduce((now, minute) => step(now, NOW + minute * MINUTE_MS, EYE_TIMES), state);
const used = (state: EyeState, from: number, to: number) =>
  at(state, ...Array.from({ length: (to - from) * 2 + 1 }, (_, index) => from + index / 2));

test("the times of the specification (EY-01, EY-02)", () => {
  expect(EYE_TIMES).toEqual({ minuteMs: 60_000, breakMs: 600_000 });
});

describe("the countdown", () => {
  test("reaches zero after interval × 60 s of use, shows the break and starts again (EY-01)", () => {
    expect(used(fresh, 0, 29.5).breakEndsAt).toBeNull();
    const due = used(fresh, 0, 30);
    expect(due.breakEndsAt).toBe(NOW + 40 * MINUTE_MS);
    expect(due.dueAt).toBe(NOW + 60 * MINUTE_MS);
  });

  test("a break ends after 600 s, and not before (EY-02)", () => {
    const due = used(fresh, 0, 30);
    expect(used(due, 30, 39.5).breakEndsAt).toBe(NOW + 40 * MINUTE_MS);
    const over = used(due, 30, 40);
    expect([over.breakEndsAt, over.dueAt]).toEqual([null, NOW + 60 * MINUTE_MS]);
  });

  test("a skipped break is over, and the countdown goes on (EY-02)", () => {
    const due = used(fresh, 0, 30);
    expect(skip(due)).toEqual({ ...due, breakEndsAt: null });
    expect(used(skip(due), 30, 59.5).breakEndsAt).toBeNull();
    expect(used(skip(due), 30, 60).breakEndsAt).toBe(NOW + 70 * MINUTE_MS);
  });

  test("a zero during a break does not make the break longer", () => {
    const short = used(begin("u1", { mode: true, interval: 5 }, NOW, EYE_TIMES), 0, 10);
    expect([short.breakEndsAt, short.dueAt]).toEqual([NOW + 15 * MINUTE_MS, NOW + 15 * MINUTE_MS]);
  });

  test("does not run while the mode is off", () => {
    const off = begin("u1", OFF, NOW, EYE_TIMES);
    expect(off.dueAt).toBeNull();
    expect(used(off, 0, 120)).toMatchObject({ dueAt: null, breakEndsAt: null });
  });
});

describe("a reload, another tab, an absence (EY-04)", () => {
  const half = used(fresh, 0, 20);
  const later = (minute: number, state: EyeState | null = half, user = "u1", setting = ON) =>
    resume(state, user, setting, NOW + minute * MINUTE_MS, EYE_TIMES);

  test("goes on where it was", () => {
    expect(later(21).dueAt).toBe(NOW + 30 * MINUTE_MS);
  });

  test("a break that came due meanwhile shows, whole", () => {
    expect(later(29.9).breakEndsAt).toBeNull();
    expect(later(29.99, used(fresh, 0, 25)).breakEndsAt).toBeNull();
    expect(later(31, used(fresh, 0, 25)).breakEndsAt).toBe(NOW + 41 * MINUTE_MS);
  });

  test("who was away for as long as a break has rested", () => {
    const back = 20 + AWAY_MS / MINUTE_MS;
    expect(later(back)).toEqual(begin("u1", ON, NOW + back * MINUTE_MS, EYE_TIMES));
  });

  test.each([
    ["another person", later(21, half, "u2")],
    ["another interval (EY-03)", later(21, half, "u1", { mode: true, interval: 45 })],
    ["nothing kept", later(21, null)],
    ["a clock that was set back", later(-60)],
    ["a due time that lies too far ahead", later(20, { ...half, dueAt: NOW + 999 * MINUTE_MS })],
    ["a break that would not end", later(20, { ...half, breakEndsAt: NOW + 999 * MINUTE_MS })],
  ])("begins anew for %s", (_name, state) => {
    const minutes = (state.seenAt - NOW) / MINUTE_MS;
    expect(state.breakEndsAt).toBeNull();
    expect(state.dueAt).toBe(NOW + (minutes + state.setting.interval) * MINUTE_MS);
  });

  test("switched off during a break: nothing shows, nothing counts (EY-03)", () => {
    const due = used(fresh, 0, 30);
    expect(later(30, due, "u1", OFF)).toMatchObject({ breakEndsAt: null, dueAt: null });
  });
});

test("wakes for what comes next, and at least twice a minute", () => {
  expect(untilNext(fresh, NOW)).toBe(SEEN_EVERY_MS);
  expect(untilNext(fresh, NOW + 30 * MINUTE_MS - 5)).toBe(5);
  expect(untilNext({ ...fresh, breakEndsAt: NOW + 3 }, NOW)).toBe(3);
  expect(untilNext(fresh, NOW + 31 * MINUTE_MS)).toBe(0);
  expect(untilNext(begin("u1", OFF, NOW, EYE_TIMES), NOW)).toBe(SEEN_EVERY_MS);
});

describe("what was kept", () => {
  test("is read back as it was written", () => {
    const states = [fresh, used(fresh, 0, 30), begin("u1", OFF, NOW, EYE_TIMES)];
    for (const state of states) {
      expect(parseEyeState(JSON.parse(JSON.stringify(state)))).toEqual(state);
    }
  });

  test.each([
    null,
    1,
    "x",
    [],
    {},
    { ...fresh, userId: 1 },
    { ...fresh, setting: null },
    { ...fresh, setting: { mode: true } },
    { ...fresh, dueAt: "soon" },
    { ...fresh, dueAt: null },
    { ...fresh, breakEndsAt: undefined },
    { ...fresh, seenAt: Number.NaN },
  ])("%j counts as nothing", (kept) => {
    expect(parseEyeState(kept)).toBeNull();
  });
});

test.each([
  [null, EYE_TIMES],
  [{}, EYE_TIMES],
  [{ eye_care: { seconds_per_minute: 0, break_seconds: "9" } }, EYE_TIMES],
  [{ eye_care: { seconds_per_minute: 0.1, break_seconds: 5 } }, { minuteMs: 100, breakMs: 5000 }],
])("the operator's file %j", (file, times) => {
  expect(parseEyeTimes(file)).toEqual(times);
});

test("an interval chosen elsewhere is among those offered", () => {
  expect(intervalChoices(30)).toEqual([15, 20, 30, 45, 60]);
  expect(intervalChoices(40)).toEqual([15, 20, 30, 40, 45, 60]);
});

test.each([
  [600_000, "10:00"],
  [599_001, "10:00"],
  [599_000, "9:59"],
  [61_000, "1:01"],
  [1, "0:01"],
  [0, "0:00"],
  [-5, "0:00"],
])("%i ms left reads %s", (ms, text) => {
  expect(timeLeftText(ms)).toBe(text);
});
