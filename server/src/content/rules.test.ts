import { describe, expect, test } from "vitest";
import { facetsOf, searchMoment, slotOf, totalOf, VIEW_SLOT_MS, type Filters } from "./rules.ts";

const ALL: Filters = { type_id: "", stage_id: "", grade_id: "", subject_id: "" };
const GROUPS = [
  { type_id: "video", stage_id: "primary", grade_id: "3", subject_id: "art", count: 5 },
  { type_id: "plan", stage_id: "primary", grade_id: "4", subject_id: "art", count: 2 },
  { type_id: "plan", stage_id: "junior", grade_id: "7", subject_id: "music", count: 1 },
  { type_id: "plan", stage_id: "", grade_id: "", subject_id: "", count: 4 },
];

describe("facets", () => {
  test.each<[Partial<Filters>, number, Record<string, Record<string, number>>]>([
    [
      {},
      12,
      {
        types: { video: 5, plan: 7 },
        stages: { primary: 7, junior: 1 },
        grades: { 3: 5, 4: 2, 7: 1 },
        subjects: { music: 1, art: 7 },
      },
    ],
    [
      { type_id: "plan" },
      7,
      {
        types: { video: 5, plan: 7 },
        stages: { primary: 2, junior: 1 },
        grades: { 4: 2, 7: 1 },
        subjects: { music: 1, art: 2 },
      },
    ],
    [
      { stage_id: "primary", grade_id: "3" },
      5,
      {
        types: { video: 5 },
        stages: { primary: 7, junior: 1 },
        grades: { 3: 5, 4: 2 },
        subjects: { art: 5 },
      },
    ],
    [
      { subject_id: "sport" },
      0,
      { types: {}, stages: {}, grades: {}, subjects: { art: 7, sport: 0, music: 1 } },
    ],
  ])("with %j there are %i", (given, total, counts) => {
    const filters = { ...ALL, ...given };
    expect(totalOf(GROUPS, filters)).toBe(total);
    const found = Object.entries(facetsOf(GROUPS, filters)).map(([kind, facets]) => [
      kind,
      Object.fromEntries(facets.map(({ id, count }) => [id, count])),
    ]);
    expect(Object.fromEntries(found)).toEqual(counts);
  });
});

describe("the moment of a search", () => {
  const now = new Date(slotOf(new Date("2026-11-20T08:00:00Z")) * VIEW_SLOT_MS + 60_000);
  test.each([
    ["none", undefined, 0],
    ["now", 0, 0],
    ["this slot", -59_000, -59_000],
    ["the slot before", -60_000 - VIEW_SLOT_MS, -60_000 - VIEW_SLOT_MS],
    ["before that", -60_001 - VIEW_SLOT_MS, 0],
    ["yet to come", 1, 0],
  ])("asked for %s", (_, away, moved) => {
    const asked = away === undefined ? undefined : new Date(now.getTime() + away).toISOString();
    expect(searchMoment(asked, now).getTime() - now.getTime()).toBe(moved);
  });
});
