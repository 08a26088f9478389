import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SLOW_AFTER_MS, toast, TOAST_MS } from "./toast.ts";

const texts = () => toast.current().map((line) => line.text);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test("a toast stays three seconds (ER-07)", () => {
  toast.show("已保存");
  vi.advanceTimersByTime(TOAST_MS - 1);
  expect(texts()).toEqual(["已保存"]);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
  expect(TOAST_MS).toBe(3000);
});

test("the same text does not stack, it starts anew", () => {
  toast.show("没有权限");
  vi.advanceTimersByTime(2000);
  toast.show("没有权限");
  expect(texts()).toEqual(["没有权限"]);
  vi.advanceTimersByTime(2000);
  expect(texts()).toEqual(["没有权限"]);
  vi.advanceTimersByTime(1000);
  expect(texts()).toEqual([]);
});

test("the oldest gives way when there are too many", () => {
  for (const text of ["一", "二", "三", "四"]) toast.show(text);
  expect(texts()).toEqual(["二", "三", "四"]);
});

test("what was done stands in the place of what was done before it, and of no fault", () => {
  toast.show("没有权限", "error");
  for (const text of ["已切换为教师", "已切换为家长"]) toast.show(text, "success");
  expect(texts()).toEqual(["没有权限", "已切换为家长"]);
});

test("what is slow is said until it is there, and nothing of what is not", async () => {
  await toast.during(Promise.resolve());
  vi.advanceTimersByTime(SLOW_AFTER_MS);
  expect(texts()).toEqual([]);
  const slow = Promise.withResolvers<void>();
  const told = toast.during(slow.promise);
  vi.advanceTimersByTime(SLOW_AFTER_MS + TOAST_MS);
  expect(texts()).toEqual(["正在打开…"]);
  slow.reject(new Error("down"));
  await expect(told).rejects.toThrow("down");
  expect(texts()).toEqual([]);
});

test("a listener hears each change until it leaves", () => {
  const received = vi.fn();
  const leave = toast.subscribe(received);
  toast.show("你好");
  expect(received).toHaveBeenCalledTimes(1);
  leave();
  vi.advanceTimersByTime(TOAST_MS);
  expect(received).toHaveBeenCalledTimes(1);
});
