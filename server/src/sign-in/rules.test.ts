import { describe, expect, test } from "vitest";
import { accountOf, ACCOUNT_LIMIT, ADDRESS_LIMIT, mayBeAsked, waitSeconds } from "./rules.ts";

describe("wrong passwords (SE-09)", () => {
  test("cost an account nothing at first, then ever more, and never a lock-out", () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 5000].map((n) =>
      waitSeconds(ACCOUNT_LIMIT, n),
    );
    expect(waits).toEqual([0, 0, 0, 0, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  test("cost an address less, and much later", () => {
    expect(waitSeconds(ADDRESS_LIMIT, 100)).toBe(0);
    expect(waitSeconds(ADDRESS_LIMIT, 101)).toBe(2);
    expect(waitSeconds(ADDRESS_LIMIT, 5000)).toBe(5);
  });
});

test.each([
  ["a child under 14", "2012-11-21", false],
  ["who is 14 today", "2012-11-20", true],
  ["who may be a child or not", null, true],
])("%s may be asked: %j -> %j", (_who, birthDate, asked) => {
  expect(mayBeAsked(birthDate, new Date("2026-11-20T00:00:00Z"))).toBe(asked);
});

test.each([
  ["LinLan", "linlan"],
  ["  linlan ", "linlan"],
  ["ｌｉｎｌａｎ", "linlan"],
])("%s is the account %s", (typed, account) => {
  expect(accountOf(typed)).toBe(account);
});
