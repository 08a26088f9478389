import { expect, test } from "vitest";
import { classesOf, withClasses } from "./rules.ts";

test("a district's classes are read and set school by school", () => {
  const values = ["a/31", "a/32", "ab/31"];
  expect(classesOf(values, "a")).toEqual(["31", "32"]);
  expect(withClasses(values, "a", ["33"])).toEqual(["ab/31", "a/33"]);
  expect(withClasses(values, "ab", [])).toEqual(["a/31", "a/32"]);
});
