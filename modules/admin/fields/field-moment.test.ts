import { afterEach, expect, test, vi } from "vitest";
import { fieldOf, momentOf } from "./field-moment.ts";

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
