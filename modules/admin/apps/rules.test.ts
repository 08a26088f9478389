import { expect, test } from "vitest";
import type { NamedPlace } from "#contract";
import { mayMakeApps } from "./rules.ts";

test.each<[NamedPlace["kind"], boolean]>([
  ["platform", true],
  ["district", true],
  ["school", false],
])("who manages apps at a %s makes some, be there any yet or not: %j", (kind, may) => {
  const place = { kind, school_id: "s", part_id: "", name: "", school_name: "" };
  expect(mayMakeApps({ rights: [{ right: "app.manage", places: [place] }] })).toBe(may);
  expect(mayMakeApps({ rights: [{ right: "people.read", places: [place] }] })).toBe(false);
});
