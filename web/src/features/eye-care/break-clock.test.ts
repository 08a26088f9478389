import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { EyeProtection } from "#contract";
import type { TextStore } from "../../platform/storage.ts";
import { EYE_CARE_KEY, startBreakClock } from "./break-clock.ts";
import { EYE_TIMES } from "./rules.ts";

const MINUTE_MS = 60_000;
const ON = { mode: true, interval: 30 };

/** One browser's storage, and the tabs that look at it. */
class Browser {
  readonly values = new Map<string, string>();
  readonly #tabs = new Set<{ receive: ((key: string | null) => void) | undefined }>();

  open(setting: EyeProtection = ON, userId = "u1") {
    const breaks: (number | null)[] = [];
    const settings: EyeProtection[] = [];
    const tab: { receive: ((key: string | null) => void) | undefined } = { receive: undefined };
    this.#tabs.add(tab);
    const store: TextStore = {
      read: (key) => this.values.get(key) ?? null,
      write: (key, value) => {
        if (this.values.get(key) === value) return;
        this.values.set(key, value);
        for (const other of this.#tabs) if (other !== tab) other.receive?.(key);
      },
      remove: (key) => this.values.delete(key),
      wipe: () => this.values.clear(),
      entries: () => [...this.values],
    };
    const clock = startBreakClock({
      userId,
      setting,
      times: EYE_TIMES,
      store,
      onOtherTab(listen) {
        tab.receive = listen;
        return () => (tab.receive = undefined);
      },
      onBreak: (endsAt) => breaks.push(endsAt),
      onSetting: (chosen) => settings.push(chosen),
    });
    return { ...clock, breaks, settings };
  }
}

let browser: Browser;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-20T08:00:00+08:00") });
  browser = new Browser();
});
afterEach(() => vi.useRealTimers());

const pass = (minutes: number) => vi.advanceTimersByTime(minutes * MINUTE_MS);
const isResting = ({ breaks }: { breaks: (number | null)[] }) => (breaks.at(-1) ?? null) !== null;

describe("one tab", () => {
  test("shows a break every 30 minutes, for 600 s (EY-01, EY-02)", () => {
    const tab = browser.open();
    const seen: number[] = [];
    for (let minute = 1; minute <= 100; minute += 1) {
      pass(1);
      if (isResting(tab)) seen.push(minute);
    }
    const during = (from: number) => Array.from({ length: 10 }, (_, index) => from + index);
    expect(seen).toEqual([...during(30), ...during(60), ...during(90)]);
    tab.stop();
  });

  test("a break that is skipped is over, the next comes 30 minutes after the last (EY-02)", () => {
    const tab = browser.open();
    pass(32);
    tab.skip();
    expect(isResting(tab)).toBe(false);
    pass(27);
    expect(isResting(tab)).toBe(false);
    pass(1);
    expect(isResting(tab)).toBe(true);
    tab.stop();
  });

  test("stopped, it neither shows nor wakes", () => {
    const tab = browser.open();
    pass(31);
    tab.stop();
    expect(tab.breaks).toHaveLength(2);
    expect(isResting(tab)).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("off, it never shows", () => {
    const tab = browser.open({ mode: false, interval: 30 });
    pass(300);
    expect(tab.breaks).toEqual([]);
    tab.stop();
  });
});

describe("a reload (EY-04)", () => {
  test("neither starts the countdown anew nor ends a break", () => {
    const before = browser.open();
    pass(20);
    before.stop();
    pass(1);
    const after = browser.open();
    pass(8);
    expect(isResting(after)).toBe(false);
    pass(1);
    expect(isResting(after)).toBe(true);
    const ends = after.breaks.at(-1);
    after.stop();
    expect(browser.open().breaks).toEqual([ends]);
  });

  test("with another interval it starts anew (EY-03)", () => {
    const before = browser.open();
    pass(31);
    before.stop();
    const after = browser.open({ mode: true, interval: 45 });
    expect(isResting(after)).toBe(false);
    pass(44);
    expect(isResting(after)).toBe(false);
    pass(1);
    expect(isResting(after)).toBe(true);
  });

  test("what is kept but no state of ours is put right", () => {
    browser.values.set(EYE_CARE_KEY, "{broken");
    const tab = browser.open();
    pass(30);
    expect(isResting(tab)).toBe(true);
    browser.values.set(EYE_CARE_KEY, '{"userId":7}');
    pass(61);
    expect(tab.breaks.length).toBeGreaterThan(1);
  });
});

describe("two tabs (EY-04)", () => {
  test("count one countdown, show one break, and skip it together", () => {
    const one = browser.open();
    pass(10);
    const two = browser.open();
    pass(20);
    expect(isResting(one) && isResting(two)).toBe(true);
    expect(two.breaks).toEqual(one.breaks);
    two.skip();
    expect(isResting(one) || isResting(two)).toBe(false);
    pass(30);
    expect(isResting(one) && isResting(two)).toBe(true);
  });

  test("go on counting when one of them closes", () => {
    const one = browser.open();
    const two = browser.open();
    pass(15);
    one.stop();
    pass(15);
    expect(isResting(two)).toBe(true);
  });

  test("follow a setting that was chosen in the other (EY-03)", () => {
    const one = browser.open();
    const two = browser.open();
    pass(30);
    one.stop();
    const changed = browser.open({ mode: true, interval: 60 });
    expect(two.settings.at(-1)).toEqual({ mode: true, interval: 60 });
    two.stop();
    expect(isResting(changed)).toBe(false);
  });

  test("another person in the same browser has a countdown of their own", () => {
    const one = browser.open();
    pass(29);
    one.stop();
    const other = browser.open(ON, "u2");
    pass(29);
    expect(isResting(other)).toBe(false);
    pass(1);
    expect(isResting(other)).toBe(true);
  });
});
