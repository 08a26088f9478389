import { globSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { chinaDay, chinaMoment, chinaTime, inChina, monthDayText } from "./china-time.ts";
import { recentText, yearDayText } from "./china-words.ts";

afterEach(() => vi.unstubAllEnvs());

describe.each(["Asia/Shanghai", "Asia/Urumqi", "America/New_York"])("on a device in %s", (zone) => {
  test("days and times are those in China", () => {
    vi.stubEnv("TZ", zone);
    const moment = "2026-11-24T16:05:00.000Z";
    expect([chinaDay(moment), chinaTime(moment)]).toEqual(["2026-11-25", "00:05"]);
    expect([monthDayText(moment), yearDayText(moment)]).toEqual(["11月25日", "2026年11月25日"]);
    expect(inChina(new Date(moment)).getUTCHours()).toBe(0);
  });

  test("a day begins, and a time of day is, when it is so in China", () => {
    vi.stubEnv("TZ", zone);
    expect(chinaMoment("2026-09-01").toISOString()).toBe("2026-08-31T16:00:00.000Z");
    expect(chinaMoment("2026-09-01", "08:05").toISOString()).toBe("2026-09-01T00:05:00.000Z");
    const last = chinaMoment("2026-09-01", "23:59:59.999");
    expect(chinaDay(last)).toBe("2026-09-01");
    expect(chinaDay(last.getTime() + 1)).toBe("2026-09-02");
  });

  test.each([
    ["2026-11-19T23:05:00Z", "今天 07:05"],
    ["2026-11-20T01:31:00Z", "今天 09:31"],
    ["2026-11-19T15:59:00Z", "昨天 23:59"],
    ["2026-11-18T00:00:00Z", "11月18日 08:00"],
    ["2025-01-02T00:00:00Z", "2025年1月2日 08:00"],
  ])("%s is %s", (then, text) => {
    vi.stubEnv("TZ", zone);
    expect(recentText(then, new Date("2026-11-20T01:30:00Z"))).toBe(text);
  });
});

test("no other file puts a moment together with China's zone", () => {
  const files = globSync("{contract,modules,server,web}/**/*.{ts,tsx}", {
    exclude: ["**/node_modules", "**/*.test.ts"],
  });
  const own = files.filter((file) =>
    /\}(\+08:00|[T:]\S*\+08:00`)/.test(readFileSync(file, "utf8")),
  );
  expect(own).toEqual(["contract/src/china-time.ts"]);
});
