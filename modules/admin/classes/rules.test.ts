import { expect, test } from "vitest";
import type { AdministeredClass } from "#contract";
import { classesInOrder, foundClasses, proposedName } from "./rules.ts";

const room = (name: string, grade_id: string): AdministeredClass => ({
  school_id: "north",
  id: name,
  name,
  grade_id,
  stage_id: "primary",
  is_abled: true,
  is_roster_owned: false,
  pupils: 0,
  heads: [],
});
const names = (classes: readonly AdministeredClass[]) => classes.map(({ name }) => name);
const ALL = [room("10班", "1"), room("三年级1班", "3"), room("2班", "1"), room("大班", "k3")];

test("classes stand by grade, and 2班 before 10班", () => {
  expect(names(classesInOrder(ALL))).toEqual(["大班", "2班", "10班", "三年级1班"]);
});

test.each([
  ["", "", 4],
  [" 1 ", "", 2],
  ["", "1", 2],
  ["大", "1", 0],
])("looking for %j in grade %j", (typed, grade, count) => {
  expect(foundClasses(ALL, typed, grade)).toHaveLength(count);
});

test.each([
  ["三年级（2）班", ["三年级（1）班", "三年级（2）班", "三年级（6）班"], "三年级（7）班"],
  ["2026级3班", ["2026级3班"], "2026级4班"],
  ["阳光班", ["阳光班"], "阳光班（2）"],
  ["阳光班", ["阳光班", "阳光班（2）"], ""],
])("%s is split off as a class of the next free number", (name, taken, expected) => {
  const classes = taken.map((one) => room(one, "3"));
  expect(proposedName(room(name, "3"), [...classes, room("四年级（9）班", "4")])).toBe(expected);
});
