import { expect, test } from "vitest";
import { foundPupils, temporaryText } from "./rules.ts";

const pupil = (name: string, account: string) => ({
  id: account,
  name,
  account,
  avatar: null,
  temporary_until: null,
});
const ALL = [pupil("林小满", "linxiaoman"), pupil("赵一诺", "zhaoyinuo")];

test.each([
  ["", ["林小满", "赵一诺"]],
  ["  ", ["林小满", "赵一诺"]],
  ["小", ["林小满"]],
  ["ZHAO", ["赵一诺"]],
  ["nobody", []],
])("looking for %j", (typed, names) => {
  expect(foundPupils(ALL, typed).map(({ name }) => name)).toEqual(names);
});

test.each([
  [null, ""],
  ["2026-11-27T08:00:00.000Z", "临时密码，还没换"],
])("a temporary password until %s", (until, text) => {
  expect(temporaryText(until)).toBe(text);
});
