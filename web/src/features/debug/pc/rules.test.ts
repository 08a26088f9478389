import { describe, expect, test } from "vitest";
import { bytesText, clockFact, clockText, featuresFact } from "./rules.ts";

describe("the clock", () => {
  const NOON = "Fri, 20 Nov 2026 12:00:00 GMT";
  const at = Date.parse(NOON);
  test.each([
    ["right", at + 100, "5 秒以内", "good"],
    ["a little late", at - 4000, "5 秒以内", "good"],
    ["fast", at + 120_500, "快约 120 秒，请在系统设置里校准时间", "bad"],
    ["slow", at - 3_599_500, "慢约 3600 秒，请在系统设置里校准时间", "bad"],
  ])("%s", (_, here, value, state) => {
    expect(clockFact(NOON, here, here)).toMatchObject({ value, state });
  });

  test("a slow answer blames nobody", () => {
    expect(clockFact(NOON, at - 10_000, at + 10_000).state).toBe("good");
  });

  test("without a date nothing is said", () => {
    expect(clockFact(null, 0, 0).state).toBe("note");
  });

  test("as text", () => {
    expect(clockText(new Date(2026, 10, 20, 9, 3, 5, 12).getTime())).toBe("09:03:05.012");
  });
});

test("missing features are named", () => {
  expect(featuresFact({ WebGL: true, WebRTC: true })).toMatchObject({ state: "good" });
  expect(featuresFact({ WebGL: false, WebRTC: true, Worker: false }).value).toBe(
    "缺少：WebGL、Worker",
  );
});

test.each([
  [undefined, "未知"],
  [0, "0 B"],
  [2048, "2.0 KB"],
  [5 * 1024 ** 2, "5.0 MB"],
  [3 * 1024 ** 3, "3.0 GB"],
])("%s bytes", (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});
