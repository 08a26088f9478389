import { expect, test } from "vitest";
import { recentCalls, statusOf, type CallTiming } from "./recent-calls.ts";

const PAGE = { origin: "https://gate.example", timeOrigin: 1_000_000 };
const timing = (name: string, more: Partial<CallTiming> = {}): CallTiming => ({
  name,
  initiatorType: "fetch",
  startTime: 10,
  duration: 12.4,
  transferSize: 300,
  responseStatus: 200,
  ...more,
});

test("paths without their query, newest first, foreign hosts named", () => {
  const calls = recentCalls(
    [
      timing("https://gate.example/dt-platform/v1/user/user/detail?t=1&jwt=secret", {
        startTime: 5,
      }),
      timing("https://gate.example/platformEntry/a.png", { initiatorType: "img" }),
      timing("https://api.example/dt-platform/v1/app/api/apps?jwt=secret#x", { startTime: 9 }),
      timing("https://gate.example/x/q1Zx-9_kPmT4rB7vYw2LsN8dFh3GjC5aE6uKoIi0XyZ", {
        startTime: 7,
      }),
    ],
    PAGE,
  );
  expect(calls.map(({ path }) => path)).toEqual([
    "https://api.example/dt-platform/v1/app/api/apps",
    "/x/••••（43 个字符）",
    "/dt-platform/v1/user/user/detail",
  ]);
  expect(calls[0]).toMatchObject({ at: 1_000_009, ms: 12, status: 200, bytes: 300 });
  expect(JSON.stringify(calls)).not.toContain("secret");
});

test("not more than the last sixty", () => {
  const many = Array.from({ length: 80 }, (_, index) => timing("/a", { startTime: index }));
  const calls = recentCalls(many, PAGE);
  expect([calls.length, calls[0]?.at]).toEqual([60, 1_000_079]);
});

test("a status in words", () => {
  const { responseStatus: _, ...old } = timing("/a");
  expect(recentCalls([old], PAGE).map(statusOf)).toEqual(["浏览器未提供"]);
  expect(statusOf({ status: 0 })).toBe("没有收到回应");
  expect(statusOf({ status: 404 })).toBe("404");
});
