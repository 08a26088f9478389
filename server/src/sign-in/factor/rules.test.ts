import { expect, test } from "vitest";
import type { Identity } from "#contract";
import { codeOf, mayHaveFactor, mustHaveFactor, recoveryCodeOf } from "./rules.ts";

const NOW = new Date("2026-11-20T00:00:00Z");

test.each<[string | null, Identity[], boolean]>([
  [null, [], true],
  [null, ["student"], false],
  [null, ["student", "parent"], true],
  [null, ["teacher"], true],
  ["2008-11-20", ["student"], true],
  ["2008-11-21", ["student"], false],
  ["2008-11-21", ["parent"], false],
  ["1980-02-29", ["parent"], true],
])("born %s, %j: offered %s", (born, identities, offered) => {
  expect(mayHaveFactor(born, identities, NOW)).toBe(offered);
});

test.each<[Identity[], boolean, boolean]>([
  [["admin"], false, true],
  [["inner_admin"], false, true],
  [["parent", "manager"], false, true],
  [["teacher", "parent", "student"], false, false],
  [["teacher"], true, true],
  [[], false, false],
])("%j, a duty: %s, must have one where the operator says so: %s", (identities, duty, must) => {
  expect(mustHaveFactor("required", identities, duty)).toBe(must);
  expect(mustHaveFactor("offered", identities, duty)).toBe(false);
});

test.each([
  ["123456", "123456"],
  [" 123 456 ", "123456"],
  ["１２３４５６", "123456"],
  ["123-456", "123456"],
  ["12345", undefined],
  ["1234567", undefined],
  ["12345a", undefined],
])("%j is the code %s", (typed, code) => {
  expect(codeOf(typed)).toBe(code);
});

test.each(["abcd-efgh-jkmn-pqrs", "ABCDEFGHJKMNPQRS", " abcd efgh jkmn pqrs\n"])(
  "%j is a recovery code however it is typed",
  (typed) => {
    expect(recoveryCodeOf(typed)).toBe("abcd-efgh-jkmn-pqrs");
  },
);
