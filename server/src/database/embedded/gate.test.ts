import { expect, test, vi } from "vitest";
import { Gate } from "./gate.ts";

const now = <T>(value: T) => Promise.resolve(value);

test("without a transaction everything is sent at once", async () => {
  const gate = new Gate(1000);
  const sent: number[] = [];
  void gate.pass(() => now(sent.push(1)));
  void gate.pass(() => now(sent.push(2)));
  expect(sent).toEqual([1, 2]);
});

test("whoever comes during a transaction is sent after it, in order, up to the next transaction", () => {
  const gate = new Gate(1000);
  const sent: string[] = [];
  const note = (name: string) => () => now(sent.push(name));
  void gate.enter(note("begin 1"));
  void gate.pass(note("read a"));
  void gate.enter(note("begin 2"));
  void gate.pass(note("read b"));
  expect(sent).toEqual(["begin 1"]);
  gate.leave();
  expect(sent).toEqual(["begin 1", "read a", "begin 2"]);
  gate.leave();
  expect(sent).toEqual(["begin 1", "read a", "begin 2", "read b"]);
});

test("a transaction that never ends is named to those who wait, and they are not sent later", async () => {
  vi.useFakeTimers();
  try {
    const gate = new Gate(1000);
    const late = vi.fn(() => now(1));
    void gate.enter(() => now(0));
    const waiting = gate.pass(late);
    await Promise.all([
      expect(waiting).rejects.toThrow(/`db` used where `trx` is meant/),
      vi.advanceTimersByTimeAsync(1000),
    ]);
    gate.leave();
    expect(late).not.toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});
