import { expect, test } from "vitest";
import { chinaDayStart, zonedTime } from "./china-day.ts";

const utc = (date: Date | undefined) => date?.toISOString();

test.each([
  ["2026-09-01", "2026-08-31T16:00:00.000Z"],
  ["2026-01-01", "2025-12-31T16:00:00.000Z"],
  ["2026-12-31", "2026-12-30T16:00:00.000Z"],
  ["2028-02-29", "2028-02-28T16:00:00.000Z"],
  ["2000-02-29", "2000-02-28T16:00:00.000Z"],
])("%s begins in China at %s", (text, moment) => {
  expect(utc(chinaDayStart(text))).toBe(moment);
});

test.each([
  "2026-02-29",
  "2100-02-29",
  "2026-02-30",
  "2028-02-30",
  "2026-04-31",
  "2026-09-00",
  "2026-09-32",
  "2026-00-01",
  "2026-13-01",
  "2026-9-1",
  "26-09-01",
  "2026/09/01",
  "20260901",
  " 2026-09-01",
  "2026-09-01\n",
  "2026-09-01T00:00Z",
  "２０２６-09-01",
  "明天",
  "",
])("%j is no day", (text) => {
  expect(chinaDayStart(text)).toBeUndefined();
});

test.each([
  ["2026-09-01T08:00+08:00", "2026-09-01T00:00:00.000Z"],
  ["2026-09-01T08:00:30.5+0800", "2026-09-01T00:00:30.500Z"],
  ["2026-09-01T08:00:00Z", "2026-09-01T08:00:00.000Z"],
  ["2028-02-29 23:59-05:00", "2028-03-01T04:59:00.000Z"],
])("%s is %s", (text, moment) => {
  expect(utc(zonedTime(text))).toBe(moment);
});

test.each([
  "2026-02-30T08:00+08:00",
  "2026-02-29T08:00Z",
  "2026-13-01T08:00Z",
  "2026-09-01T25:00Z",
  "2026-09-01T08:00",
  "2026-09-01",
  "1 September 2026 08:00 +0800",
  "Z",
  "",
])("%j is no time with a zone", (text) => {
  expect(zonedTime(text)).toBeUndefined();
});
