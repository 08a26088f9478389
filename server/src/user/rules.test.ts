import { describe, expect, test } from "vitest";
import { USER_FIELDS } from "#contract";
import type { Membership } from "../session/acting.ts";
import { askedFields, identitiesOf, switchTo } from "./rules.ts";

const at = (id: string, identity: Membership["identity"], is_abled = true): Membership => ({
  id,
  name: id,
  logo: null,
  kind: "school",
  identity,
  is_abled,
  headed_classes: [],
});

describe("fields", () => {
  test("without a list: all but those given on request", () => {
    for (const none of [undefined, "", " , "]) {
      const asked = askedFields(none);
      expect(asked.size).toBe(USER_FIELDS.length - 3);
      for (const field of ["parents", "children", "teaching_info"] as const) {
        expect(asked.has(field)).toBe(false);
      }
    }
  });

  test("with one: those, and unknown names are ignored", () => {
    expect([...askedFields("name, children,password_hash,name")].toSorted()).toEqual([
      "children",
      "name",
    ]);
    expect(askedFields("password_hash").size).toBe(0);
  });
});

test("one identity entry each, however many schools", () => {
  const memberships = [at("a", "teacher"), at("b", "teacher"), at("a", "parent", false)];
  expect(identitiesOf("u", memberships)).toEqual([
    { id: "u:teacher", type: "teacher" },
    { id: "u:parent", type: "parent" },
  ]);
});

describe("switching identity and school (ID-02, ID-08)", () => {
  const held = [
    at("a", "teacher", false),
    at("b", "teacher"),
    at("c", "teacher"),
    at("a", "parent", false),
  ];
  test.each([
    ["teacher", undefined, null, { school_id: "b" }],
    ["teacher", undefined, "c", { school_id: "c" }],
    ["teacher", undefined, "a", { school_id: "b" }],
    ["teacher", "c", "b", { school_id: "c" }],
    ["teacher", "a", "b", { refused: "notAllowed" }],
    ["teacher", "elsewhere", "b", { refused: "notFound" }],
    ["parent", undefined, null, { refused: "notAllowed" }],
    ["parent", "b", null, { refused: "notFound" }],
    ["student", undefined, null, { refused: "notAllowed" }],
    ["student", "b", null, { refused: "notAllowed" }],
    [null, "b", null, { refused: "notAllowed" }],
  ] as const)("%s at %s, stored %s: %j", (identity, named, stored, wanted) => {
    expect(switchTo(held, identity, named, stored)).toEqual(wanted);
  });
});
