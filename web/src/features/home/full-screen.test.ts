import { afterEach, beforeEach, expect, test, vi } from "vitest";

const KEY = "is_full_screen";

/** A fake of the browser's full-screen interface: it enters full screen when asked and fires the event. */
class FakeDocument extends EventTarget {
  fullscreenEnabled = true;
  fullscreenElement: object | null = null;
  asked = 0;
  documentElement = {
    requestFullscreen: async () => {
      this.asked += 1;
      this.#become({});
    },
  };
  exitFullscreen = async () => this.#become(null);
  #become(element: object | null) {
    this.fullscreenElement = element;
    this.dispatchEvent(new Event("fullscreenchange"));
  }
}

class HTMLFake {
  closest() {
    return null;
  }
}

let page: FakeDocument;
let kept: Map<string, string>;
let stop: () => void;
let setFullScreen: (on: boolean) => void;

async function start() {
  const module = await import("./full-screen.ts");
  ({ setFullScreen } = module);
  stop = module.startFullScreen();
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  page = new FakeDocument();
  kept = new Map();
  vi.stubGlobal("document", page);
  vi.stubGlobal("Element", HTMLFake);
  vi.stubGlobal("KeyboardEvent", class extends Event {});
  vi.stubGlobal("window", {
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    },
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("each change is written half a second later, the last one counts (AP-10)", async () => {
  await start();
  setFullScreen(true);
  await vi.advanceTimersByTimeAsync(499);
  expect(kept.get(KEY)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(kept.get(KEY)).toBe("true");
  setFullScreen(false);
  await vi.advanceTimersByTimeAsync(300);
  setFullScreen(true);
  await vi.advanceTimersByTimeAsync(300);
  expect(kept.get(KEY)).toBe("true");
  expect(page.fullscreenElement).not.toBeNull();
});

test("leaving by Escape is noticed and written", async () => {
  await start();
  setFullScreen(true);
  await page.exitFullscreen();
  await vi.advanceTimersByTimeAsync(500);
  expect(kept.get(KEY)).toBe("false");
});

test("the last value is restored, and takes hold at the person's next action", async () => {
  kept.set(KEY, "true");
  await start();
  expect(page.asked).toBe(0);
  page.dispatchEvent(new Event("pointerup"));
  page.dispatchEvent(new Event("pointerup"));
  await vi.advanceTimersByTimeAsync(0);
  expect(page.asked).toBe(1);
});

test("nothing kept, nothing restored", async () => {
  await start();
  page.dispatchEvent(new Event("pointerup"));
  expect(page.asked).toBe(0);
});
