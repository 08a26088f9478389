import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { writeBundle } from "./bundle.ts";
import { birthDateInGrade } from "./calendar.ts";
import { makeDistrict } from "./district.ts";
import { UNTIDY_ADULTS, UNTIDY_PUPILS } from "./mess.ts";
import type { Person } from "./model.ts";
import { makeRandom } from "./random.ts";
import { accountOf } from "./registry.ts";

const MEBIBYTE = 2 ** 20;
const district = makeDistrict();
const files = writeBundle(district);

const having = (...roles: string[]): Person[] =>
  district.people.filter((person) => person.roles.some(({ role }) => roles.includes(role)));
const repeated = (values: readonly string[]): string[] =>
  values.filter((value, index) => value !== "" && values.indexOf(value) !== index);

describe("the bundle", () => {
  test.each([...files.keys()])("%s is the committed one, byte for byte", async (name) => {
    const committed = await readFile(new URL(`../roster/${name}`, import.meta.url));
    const generated = Buffer.from(files.get(name) ?? "");
    expect(generated.equals(committed)).toBe(true);
    expect(committed.length).toBeLessThan(MEBIBYTE);
  });

  test("is the same when it is made again", () => {
    expect(writeBundle(makeDistrict())).toEqual(files);
  });
});

describe("the district", () => {
  test("has the people that the demo promises", () => {
    const untidy = Object.values(UNTIDY_ADULTS).map(({ role }) => role);
    const teachers = untidy.filter((role) => role === "teacher").length;
    expect(having("student")).toHaveLength(2400 + Object.keys(UNTIDY_PUPILS).length);
    expect(having("teacher")).toHaveLength(180 + teachers);
    expect(having("parent", "relative")).toHaveLength(3000 + untidy.length - teachers);
    expect(district.homerooms).toHaveLength(60);
  });

  test("has classes of believable sizes, each with a head-teacher of its own", () => {
    for (const { id, size, schoolId } of district.homerooms) {
      const isOld = schoolId === "school-jiucheng-primary";
      expect(size).toBeGreaterThanOrEqual(isOld ? 15 : 35);
      expect(size).toBeLessThanOrEqual(48);
      expect(district.pupils.get(id)).toHaveLength(size);
    }
    expect(new Set(district.heads.values()).size).toBe(60);
  });

  test("gives nobody another's id, account or number", () => {
    expect(repeated(district.people.map(({ id }) => id))).toEqual([]);
    expect(repeated(district.people.map(({ account }) => account))).toEqual([]);
    expect(repeated(district.people.map(({ mobile }) => mobile))).toEqual([]);
    for (const { mobile } of district.people) expect(mobile).toMatch(/^(|1990000\d{4})$/);
  });

  test("has pupils of the age of their grade", () => {
    for (const { birthDate, grade } of having("student")) {
      const firstYear = 2026 - 6 - Number(grade);
      expect(birthDate >= `${firstYear}-09-01`).toBe(true);
      expect(birthDate <= `${firstYear + 1}-08-31`).toBe(true);
    }
  });

  test("has parents who are old enough, and most pupils have one or two", () => {
    const byId = new Map(district.people.map((person) => [person.id, person]));
    const guardianCounts = [0, 0, 0];
    for (const pupil of having("student")) {
      guardianCounts[pupil.guardians.length] = (guardianCounts[pupil.guardians.length] ?? 0) + 1;
      for (const { id } of pupil.guardians) {
        const guardian = byId.get(id);
        const older = Number(pupil.birthDate.slice(0, 4)) - Number(guardian?.birthDate.slice(0, 4));
        expect(older).toBeGreaterThanOrEqual(20);
        expect(guardian?.roles.map(({ orgId }) => orgId)).toContain(pupil.roles[0]?.orgId);
      }
    }
    expect(guardianCounts[0]).toBeLessThan(100);
    expect(guardianCounts[1]).toBeGreaterThan(800);
    expect(guardianCounts[2]).toBeGreaterThan(800);
  });

  test("has brothers and sisters", () => {
    const children = new Map<string, number>();
    for (const { guardians } of having("student")) {
      for (const { id } of guardians) children.set(id, (children.get(id) ?? 0) + 1);
    }
    expect([...children.values()].filter((count) => count > 1).length).toBeGreaterThan(200);
  });

  test("has names as various as a real one", () => {
    const names = district.people.map(({ name }) => name.family + name.given);
    expect(new Set(names).size).toBeGreaterThan(names.length * 0.75);
    const surnames = Map.groupBy(district.people, ({ name }) => name.family);
    expect(surnames.size).toBeGreaterThan(90);
    const share = (surnames.get("王")?.length ?? 0) / district.people.length;
    expect(share).toBeGreaterThan(0.06);
    expect(share).toBeLessThan(0.12);
  });
});

test.each([
  [{ family: "林", given: "岚" }, "linlan"],
  [{ family: "吕", given: "清扬" }, "lvqingyang"],
  [{ family: "曾", given: "静姝" }, "zengjingshu"],
  [{ family: "欧阳", given: "一诺" }, "ouyangyinuo"],
])("%o has the account %s", (name, account) => {
  expect(accountOf(name)).toBe(account);
});

test("birthdays reach from the first of September to the end of August", () => {
  const random = makeRandom(1);
  const days = Array.from({ length: 5000 }, () => birthDateInGrade(random, 1)).toSorted();
  expect([days[0], days.at(-1)]).toEqual(["2019-09-01", "2020-08-31"]);
});
