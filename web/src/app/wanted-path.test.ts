import { expect, test } from "vitest";
import { isInAppPath } from "./wanted-path.ts";

test.each([
  ["/home/index", true],
  ["/", true],
  ["//evil.cn", false],
  ["/\\evil.cn", false],
  ["https://evil.cn", false],
  ["javascript:alert(1)", false],
  ["", false],
  [null, false],
])("GD-02: %s is in-app: %s", (path, inApp) => {
  expect(isInAppPath(path)).toBe(inApp);
});
