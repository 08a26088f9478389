import { expect, test } from "vitest";
import type { NamedPlace } from "#contract";
import { mayMakeApps, ownerText } from "./rules.ts";

test.each<[NamedPlace["kind"], boolean]>([
  ["platform", true],
  ["district", true],
  ["school", false],
])("who manages apps at a %s makes some, be there any yet or not: %j", (kind, may) => {
  const place = { kind, school_id: "s", part_id: "", name: "", school_name: "" };
  expect(mayMakeApps({ rights: [{ right: "app.manage", places: [place] }] })).toBe(may);
  expect(mayMakeApps({ rights: [{ right: "people.read", places: [place] }] })).toBe(false);
});

test.each([
  [null, "这个应用属于整个平台，由平台管理员更改；您可以按学校开关它。"],
  ["d", "这个应用属于学校所在的区域，由区域管理员更改；您可以按学校开关它。"],
])("an app of %s that one may not change says whose it is", (district_id, words) => {
  expect(ownerText({ district_id })).toBe(words);
});
