import { describe, expect, test } from "vitest";
import { guard, type GuardedRoute, type GuardInput } from "./guard.ts";

const LOGIN: GuardedRoute = { name: "Login", open: true };
const FORGET: GuardedRoute = { name: "ForgetPwd", open: true };
const AGREEMENT: GuardedRoute = { name: "Agreement", open: true };
const HOME: GuardedRoute = { name: "Home" };
const NO_SCHOOL: GuardedRoute = { name: "NoSchool" };
const OWN: GuardedRoute = { name: "Module", withoutSchool: true };
const DEBUG: GuardedRoute = { name: "Home", permission: "debug" };

const TARGETS = { LOGIN, FORGET, AGREEMENT, HOME, NO_SCHOOL, OWN, DEBUG };
const ORIGINS = { nowhere: null, LOGIN, HOME, NO_SCHOOL };
const PERMISSIONS = { absent: null, none: [], debug: ["debug"] };

/** States the rules once more, in their order, for each combination of the input. */
function expected({ to, from, hasToken, permissions, school }: GuardInput): string {
  const rules: [boolean, string][] = [
    [hasToken && to === LOGIN, "enter"],
    [!hasToken && ![LOGIN, FORGET, AGREEMENT].includes(to), "sign-in"],
    [[LOGIN, FORGET, AGREEMENT].includes(to), "open"],
    [to === DEBUG && permissions !== null && !permissions.includes("debug"), "refuse"],
    [school === "none" && to === OWN, "open"],
    [school === "none" && to !== NO_SCHOOL && from === NO_SCHOOL, "stay"],
    [school === "none" && to !== NO_SCHOOL, "no-school"],
    [school === "valid" && (to === NO_SCHOOL || from === NO_SCHOOL), "return"],
    [true, "open"],
  ];
  return rules.find(([holds]) => holds)?.[1] ?? "";
}

const COMBINATIONS = Object.entries(TARGETS).flatMap(([toName, to]) =>
  Object.entries(ORIGINS).flatMap(([fromName, from]) =>
    [true, false].flatMap((hasToken) =>
      Object.entries(PERMISSIONS).flatMap(([listName, permissions]) =>
        (["unknown", "valid", "none"] as const).map((school) => ({
          name: `${fromName} → ${toName}, token ${hasToken}, permissions ${listName}, school ${school}`,
          input: { to, from, hasToken, permissions, school } satisfies GuardInput,
        })),
      ),
    ),
  ),
);

test.each(COMBINATIONS)("$name", ({ input }) => {
  expect(guard(input).do).toBe(expected(input));
});

describe("by the letter", () => {
  const input = (change: Partial<GuardInput>): GuardInput => ({
    to: HOME,
    from: null,
    hasToken: true,
    permissions: [],
    school: "valid",
    ...change,
  });

  test.each([
    ["GD-01 with a token, Login leads on", { to: LOGIN }, "enter"],
    ["GD-02 without one, Home leads to Login", { hasToken: false }, "sign-in"],
    ["GD-02 without one, Agreement opens", { hasToken: false, to: AGREEMENT }, "open"],
    ["GD-03 a list that lacks the permission", { to: DEBUG }, "refuse"],
    ["GD-03 a list that has it", { to: DEBUG, permissions: ["debug"] }, "open"],
    ["GD-03 no list", { to: DEBUG, permissions: null }, "open"],
    ["GD-03 goes before GD-04", { to: DEBUG, school: "none" }, "refuse"],
    ["GD-04 no enabled school", { school: "none" }, "no-school"],
    ["GD-04 what is a person's own opens", { school: "none", to: OWN }, "open"],
    ["GD-04 the page itself opens", { school: "none", to: NO_SCHOOL }, "open"],
    ["GD-04 from there one is not sent there again", { school: "none", from: NO_SCHOOL }, "stay"],
    ["GD-04 waits until the check has spoken", { school: "unknown" }, "open"],
    ["GD-05 with a school again", { to: NO_SCHOOL, from: NO_SCHOOL }, "return"],
    ["GD-05 leaving it by a link", { from: NO_SCHOOL }, "return"],
  ] as const)("%s", (_, change, decision) => {
    expect(guard(input(change)).do).toBe(decision);
  });
});
