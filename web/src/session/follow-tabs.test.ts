import { expect, test } from "vitest";
import { followDecision } from "./follow-tabs.ts";

const nobody = { token: null, userId: null };
const lin = { token: "a", userId: "lin" };
const linAgain = { token: "b", userId: "lin" };
const zhao = { token: "c", userId: "zhao" };

test.each([
  ["nothing changed", lin, lin, "nothing"],
  ["nobody here, nobody there", nobody, nobody, "nothing"],
  ["signed out elsewhere", lin, nobody, "leave"],
  ["signed in elsewhere", nobody, lin, "adopt"],
  ["the same person signed in anew", lin, linAgain, "adopt"],
  ["another person signed in", lin, zhao, "reload"],
] as const)("%s", (_, here, kept, decision) => {
  expect(followDecision(here, kept)).toBe(decision);
});
