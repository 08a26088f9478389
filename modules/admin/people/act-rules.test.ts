import { expect, test } from "vitest";
import type { ListedPerson } from "#contract";
import { actsFor, changeOfGroup, changeOfLock, groupsOf } from "./act-rules.ts";

const person = (id: string, change: Partial<ListedPerson> = {}): ListedPerson => ({
  id,
  name: id,
  account: id,
  avatar: null,
  is_abled: true,
  memberships: [],
  classes: [],
  mobile_masked: null,
  student_number: null,
  last_sign_in: null,
  locked: null,
  ...change,
});
const at = (school_id: string, identity: "student" | "teacher", is_abled = true) => ({
  school_id,
  school_name: school_id,
  identity,
  is_abled,
  until: null,
});
const PUPIL = person("pupil", { memberships: [at("north", "student")] });
const LEFT = person("left", { memberships: [at("north", "student", false)] });
const TEACHER = person("teacher", {
  memberships: [at("north", "teacher"), at("south", "teacher")],
});

test("people are grouped by identity and school, the most first", () => {
  const groups = groupsOf([TEACHER, PUPIL, LEFT], null);
  expect(groups.map(({ key, user_ids }) => [key, user_ids])).toEqual([
    ["student north", ["pupil", "left"]],
    ["teacher north", ["teacher"]],
    ["teacher south", ["teacher"]],
  ]);
  expect(groupsOf([PUPIL, LEFT], true)[0]?.user_ids).toEqual(["pupil"]);
  expect(groupsOf([PUPIL, LEFT], false)[0]?.user_ids).toEqual(["left"]);
});

test("only acts that would change something are offered", () => {
  expect(actsFor([TEACHER])).toEqual(["disable", "until", "add", "group", "lock"]);
  expect(actsFor([LEFT])).toEqual(["enable", "until", "add", "group", "lock"]);
  expect(actsFor([PUPIL, person("locked", { is_abled: false })])).toEqual([
    "disable",
    "until",
    "add",
    "move",
    "group",
    "lock",
    "unlock",
  ]);
  expect(actsFor(Array.from({ length: 5001 }, () => PUPIL))).toEqual([]);
});

test("the change of a group", () => {
  const [group] = groupsOf([PUPIL], true);
  const of = { school_id: "north", identity: "student", user_ids: ["pupil"] };
  if (group === undefined) throw new Error("no group");
  expect(changeOfGroup("disable", group, "")).toEqual({
    kind: "membership-state",
    ...of,
    is_abled: false,
  });
  expect(changeOfGroup("until", group, "2027-01-31")).toEqual({
    kind: "membership-until",
    ...of,
    until: "2027-01-31",
  });
  expect(changeOfGroup("until", group, "")).toMatchObject({ until: null });
  expect(changeOfGroup("lock", group, "")).toBeNull();
});

test("a lock has its reason and its day, an unlocking no day", () => {
  expect(changeOfLock(["a"], true, " 账号被盗 ", "2027-01-31")).toEqual({
    kind: "account-state",
    user_ids: ["a"],
    is_abled: false,
    reason: "账号被盗",
    until: "2027-01-31",
  });
  expect(changeOfLock(["a"], false, "", "2027-01-31")).toEqual({
    kind: "account-state",
    user_ids: ["a"],
    is_abled: true,
  });
});
