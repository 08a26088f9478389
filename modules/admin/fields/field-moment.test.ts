import { afterEach, expect, test, vi } from "vitest";
import { fieldFault, fieldOf, momentOf } from "./field-moment.ts";

afterEach(() => vi.unstubAllEnvs());

test.each(["Asia/Shanghai", "Asia/Urumqi", "America/New_York"])(
  "what is typed on a machine in %s is meant in China",
  (zone) => {
    vi.stubEnv("TZ", zone);
    expect(momentOf("2026-09-01T08:30")).toBe("2026-09-01T00:30:00.000Z");
    expect(fieldOf("2026-09-01T00:30:00.000Z")).toBe("2026-09-01T08:30");
    expect(momentOf("")).toBeUndefined();
  },
);

test.each([
  ["2017-02-30", "没有“2017-02-30”这一天，请改正，或点一下在日历里选"],
  ["2017年2月30日", "没有“2017年2月30日”这一天，请改正，或点一下在日历里选"],
  ["20170230T08:00", "没有“20170230”这一天，请改正，或点一下在日历里选"],
  ["明天", "“明天”不是日期，请写成 2026-09-01 这样，或点一下在日历里选"],
  ["2026-09-01T24:00", "没有“24:00”这个时刻，请写成 08:30 这样"],
])("what was typed and is no day or time stays as it is, and is said: %s", (typed, said) => {
  expect(fieldFault(typed)).toBe(said);
  expect(momentOf(typed)).toBeUndefined();
  expect(fieldOf(typed)).toBe(typed);
});

test.each(["", "2024-02-29", "2026-09-01T08:30"])("nothing is said of %j", (typed) => {
  expect(fieldFault(typed)).toBeUndefined();
});
