import { expect, test } from "vitest";
import type { Identity } from "#contract";
import { mayAsk } from "./rules.ts";

const TEACHER = [{ type: "teacher" as Identity }];
const PARENT = [{ type: "teacher" as Identity }, { type: "parent" as Identity }];

test.each([
  ["a parent on home", "/home/index", "t", PARENT, null, true],
  ["a parent who was asked at this sign-in", "/home", "t", PARENT, "t", false],
  ["a parent who was asked at another one", "/home", "t", PARENT, "s", true],
  ["a parent in a module", "/module/profile", "t", PARENT, null, false],
  ["who has no children here", "/home", "t", TEACHER, null, false],
  ["nobody", "/home", null, PARENT, null, false],
])("%s", (_name, path, token, identities, askedFor, asked) => {
  expect(mayAsk({ path, token, identities, askedFor })).toBe(asked);
});
