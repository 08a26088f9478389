import { expect, test } from "vitest";
import type { Identity, School } from "#contract";
import { decideSchool } from "./school-check.ts";

const school = (id: string, identity: Identity, is_abled: boolean): School => ({
  id,
  name: id,
  logo: null,
  is_abled,
  identity,
});
const old = school("old", "teacher", false);
const child = school("child", "parent", true);
const second = school("second", "manager", true);

test.each([
  ["the current school is enabled", child, [old, child], { do: "pass" }],
  ["it is, though the list says nothing", child, [], { do: "pass" }],
  [
    "it is not, another is: the first of them",
    old,
    [old, child, second],
    { do: "switch", identity: "parent", schoolId: "child" },
  ],
  [
    "the same identity has an enabled school",
    old,
    [old, school("new", "teacher", true)],
    { do: "switch", identity: "teacher", schoolId: "new" },
  ],
  ["none is enabled", old, [old], { do: "fail" }],
  ["there is no membership", null, [], { do: "fail" }],
] as const)("ID-03: %s", (_, current, schools, decision) => {
  expect(decideSchool(current, schools)).toEqual(decision);
});
