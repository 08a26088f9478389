import { expect, test } from "vitest";
import { ApiError, NetworkError } from "../../api/failures.ts";
import { askedConsents, isOutOfDate } from "./rules.ts";

test.each([
  [
    new ApiError(40004, "", {
      check: "consent",
      agreements: [{ type: "user", version: 2, title: "新版" }],
    }),
    [{ type: "user", version: 2, title: "新版" }],
  ],
  [
    new ApiError(40004, "", { check: "consent", agreements: [{ type: "user", version: 2 }, 3] }),
    [{ type: "user", version: 2, title: "user" }],
  ],
  [new ApiError(40004, "", { check: "totp" }), null],
  [new ApiError(40004, "", null), null],
  [new ApiError(40003, ""), null],
  [new NetworkError(), null],
])("what %o asks for", (error, asked) => {
  expect(askedConsents(error)).toEqual(asked);
});

test("a code that is over is told from a failure that may pass", () => {
  expect(isOutOfDate(new ApiError(40003, ""))).toBe(true);
  expect(isOutOfDate(new ApiError(50300, ""))).toBe(false);
  expect(isOutOfDate(new NetworkError())).toBe(false);
});
