import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, expect, it, vi } from "vitest";
import { giveMemoryBack } from "./give-memory-back.ts";

const PIECES = 300_000;
const PIECE_BYTES = 300;

afterEach(() => {
  vi.useRealTimers();
});

it.runIf(hasGlibc())(
  "gives back every 15 seconds what was freed below a piece in use",
  async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    giveMemoryBack();
    const kept = freedBelow();
    const before = rssMb();
    // V8 frees on a thread of its own, and may not have ended
    await vi.waitFor(() => {
      vi.advanceTimersByTime(15_000);
      expect(before - rssMb()).toBeGreaterThan(50);
    }, 10_000);
    expect(kept).toHaveLength(PIECE_BYTES);
  },
);

it("collects all garbage as soon as nothing else is done after the start", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  giveMemoryBack();
  await collected();
});

it("gives back what V8 holds and does not use, once nothing else is done", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  giveMemoryBack();
  await collected();
  const kept = thinnedOut();
  expect(unusedMb()).toBeGreaterThan(30);
  await vi.waitFor(() => {
    vi.advanceTimersByTime(15_000);
    expect(unusedMb()).toBeLessThan(24);
  }, 10_000);
  expect(kept.length).toBeGreaterThan(0);
});

/** Leaves garbage of 100 MB behind, and waits until it is gone. */
async function collected(): Promise<void> {
  held.push(...Array.from({ length: 100 }, () => Array.from({ length: 130_000 }, () => 0.5)));
  const before = process.memoryUsage().heapUsed;
  held.length = 0;
  await vi.waitFor(() => {
    vi.advanceTimersByTime(5000);
    expect(before - process.memoryUsage().heapUsed).toBeGreaterThan(80 * 1024 * 1024);
  }, 10_000);
}

/** Fills 80 MB of V8's pages, and lets go of all but a few pieces in each. */
function thinnedOut(): object[] {
  const kept: object[] = [];
  for (let nth = 0; nth < 400_000; nth += 1) {
    const piece = Array.from({ length: 20 }, () => nth);
    if (nth % 40 === 0) kept.push(piece);
    else held.push(piece);
  }
  held.length = 0;
  collect();
  return kept;
}
const held: object[] = [];

function unusedMb(): number {
  const { heapTotal, heapUsed } = process.memoryUsage();
  return (heapTotal - heapUsed) / 1024 / 1024;
}

/** Frees some 90 MB in pieces, but the last one, which keeps the allocator from giving the others back by itself. */
function freedBelow(): Buffer {
  let pieces = Array.from({ length: PIECES }, () => Buffer.allocUnsafeSlow(PIECE_BYTES));
  pieces = pieces.slice(-1);
  collect();
  return pieces[0] as Buffer;
}

function collect(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  setFlagsFromString("--no-expose-gc");
}

function rssMb(): number {
  return process.memoryUsage.rss() / 1024 / 1024;
}

function hasGlibc(): boolean {
  const { header } = process.report.getReport() as { header: Record<string, unknown> };
  return "glibcVersionRuntime" in header;
}
