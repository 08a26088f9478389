import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchCode, type QrAnswer } from "./watch-code.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function watching(answers: (QrAnswer | Error)[]) {
  const ask = vi.fn(async () => {
    const next = answers.shift();
    if (next === undefined || next instanceof Error) throw next ?? new Error("asked too often");
    return next;
  });
  const seen: string[] = [];
  const page = { hidden: false };
  const stop = watchCode({
    ask,
    onAnswer: ({ status }) => seen.push(status),
    everyMs: 2000,
    hidden: () => page.hidden,
  });
  return { ask, seen, page, stop };
}

test("it asks every two seconds until the code is decided", async () => {
  const { ask, seen } = watching([
    { status: "waiting" },
    { status: "scanned" },
    { status: "confirmed" },
  ]);
  expect(ask).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(seen).toEqual(["waiting", "scanned", "confirmed"]);
  expect(ask).toHaveBeenCalledTimes(3);
});

test("a call that fails is made again", async () => {
  const { seen } = watching([new Error("offline"), { status: "expired" }]);
  await vi.advanceTimersByTimeAsync(4000);
  expect(seen).toEqual(["expired"]);
});

test("a page that nobody sees asks nothing", async () => {
  const { ask, page } = watching([{ status: "waiting" }, { status: "expired" }]);
  page.hidden = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).not.toHaveBeenCalled();
  page.hidden = false;
  await vi.advanceTimersByTimeAsync(2000);
  expect(ask).toHaveBeenCalledTimes(1);
});

test("stopped, it says nothing more, also of an answer on its way", async () => {
  const { ask, seen, stop } = watching([{ status: "waiting" }]);
  vi.advanceTimersByTime(2000);
  expect(ask).toHaveBeenCalledTimes(1);
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(seen).toEqual([]);
  expect(ask).toHaveBeenCalledTimes(1);
});
