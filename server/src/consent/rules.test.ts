import { describe, expect, test } from "vitest";
import { missingConsents } from "./api.ts";
import { foreignConsent, ownPending, pendingForChild } from "./rules.ts";

const NOW = new Date("2026-11-20T00:00:00Z");
const IN_FORCE = [
  { type: "user", version: 2 },
  { type: "privacy", version: 1 },
  { type: "child", version: 1 },
] as const;
const person = (birth_date: string, ...agreed: string[]) => ({
  birth_date,
  is_pupil: true,
  grades: [],
  agreed,
});
const CHILD = "2018-01-01";
const TEEN = "2010-01-01";

test.each([
  ["a person who has agreed to nothing", person(TEEN), ["user@2", "privacy@1"]],
  ["one who agreed to an older version", person(TEEN, "user@1", "privacy@1"), ["user@2"]],
  ["one who agreed to all", person(TEEN, "user@2", "privacy@1"), []],
  ["a child", person(CHILD), []],
])("%s is asked for %j", (_name, who, wanted) => {
  const asked = ownPending(IN_FORCE, who, NOW).map(({ type, version }) => `${type}@${version}`);
  expect(asked).toEqual(wanted);
});

test.each([
  ["a child for whom nobody agreed", person(CHILD), 1],
  ["a child for whom a guardian did", person(CHILD, "child@1"), 0],
  ["one of 14 and more", person(TEEN), 0],
])("a guardian is asked for %s", (_name, who, count) => {
  expect(pendingForChild(IN_FORCE, who, NOW)).toHaveLength(count);
});

describe("what is given", () => {
  test.each([
    [[{ type: "user", version: 2 }], false, undefined],
    [[{ type: "user", version: 1 }], false, "outdated"],
    [[{ type: "child", version: 1 }], false, "unknown"],
    [[{ type: "child", version: 1 }], true, undefined],
    [[{ type: "cookies", version: 1 }], true, "unknown"],
    [
      [
        { type: "child", version: 9 },
        { type: "user", version: 2 },
      ],
      true,
      "outdated",
    ],
  ] as const)("%j, for a child: %s → %s", (given, forChild, wrong) => {
    expect(foreignConsent(given, IN_FORCE, forChild)).toBe(wrong);
  });
});

test("the agreements that are missing are those not agreed to in the version in force", () => {
  const inForce = [
    { type: "user", version: 2 },
    { type: "privacy", version: 1 },
  ];
  expect(missingConsents(inForce, [])).toEqual(inForce);
  expect(missingConsents(inForce, inForce)).toEqual([]);
  expect(missingConsents(inForce, [{ type: "user", version: 2 }])).toEqual([inForce[1]]);
  expect(missingConsents(inForce, [{ type: "user", version: 1 }])).toEqual(inForce);
});
