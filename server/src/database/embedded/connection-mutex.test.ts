import { expect, test, vi } from "vitest";
import { ConnectionMutex } from "./connection-mutex.ts";

const now = <T>(value: T) => Promise.resolve(value);

test("without a transaction everything is sent at once", async () => {
  const mutex = new ConnectionMutex(1000);
  const sent: number[] = [];
  void mutex.run(() => now(sent.push(1)));
  void mutex.run(() => now(sent.push(2)));
  expect(sent).toEqual([1, 2]);
});

test("a statement that comes during a transaction is sent after it, in order, up to the next transaction", () => {
  const mutex = new ConnectionMutex(1000);
  const sent: string[] = [];
  const note = (name: string) => () => now(sent.push(name));
  void mutex.acquire(note("begin 1"));
  void mutex.run(note("read a"));
  void mutex.acquire(note("begin 2"));
  void mutex.run(note("read b"));
  expect(sent).toEqual(["begin 1"]);
  mutex.release();
  expect(sent).toEqual(["begin 1", "read a", "begin 2"]);
  mutex.release();
  expect(sent).toEqual(["begin 1", "read a", "begin 2", "read b"]);
});

test("a transaction that never ends is named to those who wait, and they are not sent later", async () => {
  vi.useFakeTimers();
  try {
    const mutex = new ConnectionMutex(1000);
    const late = vi.fn(() => now(1));
    void mutex.acquire(() => now(0));
    const waiting = mutex.run(late);
    await Promise.all([
      expect(waiting).rejects.toThrow(/`db` used where `trx` is meant/),
      vi.advanceTimersByTimeAsync(1000),
    ]);
    mutex.release();
    expect(late).not.toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});
