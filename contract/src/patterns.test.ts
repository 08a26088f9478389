import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { CALLS, type Call } from "#contract";

/**
 * The length of the texts tried. The server's one thread tests a pattern even on input whose length is refused: a
 * pattern with quadratic backtracking would need hours for this many letters, any other needs milliseconds.
 */
const LETTERS = 500_000;
const AT_MOST_MS = 20_000;
const PIECES = ["a", ".", "1", "-", " ", "@", "a.", "a@", "\n"];

const patterns = [...new Set(Object.values<Call>(CALLS).flatMap(({ input }) => patternsOf(input)))];

test("the contract has patterns, the one of mail addresses among them", () => {
  expect(patterns.some((pattern) => pattern.includes("@"))).toBe(true);
});

test.each(patterns)("no text makes %s go back for each of its letters", (pattern) => {
  for (const begin of ["", "a@", "a@a", "https://"]) {
    for (const piece of PIECES) {
      const text = `${begin}${piece.repeat(LETTERS / piece.length)}@`;
      const tried = { pattern, text };
      runInNewContext("new RegExp(pattern, 'u').test(text)", tried, { timeout: AT_MOST_MS });
    }
  }
});

test.each([
  ["", true],
  ["a@b.c", true],
  ["li.lei+class@mail.school.edu.cn", true],
  ["李雷@学校.中国", true],
  ["a@.b.c", true],
  ["a@b..c", true],
  ["a@b", false],
  ["a@b.", false],
  ["a@.c", false],
  ["@b.c", false],
  ["a@b@c.d", false],
  ["a b@c.d", false],
])("a mail address %j: %s", (address, fits) => {
  const pattern = patterns.find((one) => one.includes("@")) ?? "";
  expect(new RegExp(pattern, "u").test(address)).toBe(fits);
});

function patternsOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) =>
    name === "pattern" && typeof value === "string" ? [value] : patternsOf(value),
  );
}
