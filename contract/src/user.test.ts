import { expect, test } from "vitest";
import { PAGE_USER_FIELDS, USER_FIELDS } from "#contract";

test("the page names fields that a person has, and none that would come unmasked (ID-01)", () => {
  const named = PAGE_USER_FIELDS.split(",");
  expect(USER_FIELDS).toEqual(expect.arrayContaining(named));
  expect(named).not.toContain("mobile");
  expect(named).not.toContain("email");
});
