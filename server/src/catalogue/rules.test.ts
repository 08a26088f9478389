import { describe, expect, it } from "vitest";
import { APP_RULES } from "#contract";
import {
  categoriesOf,
  decide,
  explain,
  recentlyUsed,
  viewerOf,
  visibleApps,
  type Audience,
  type Viewer,
} from "./rules.ts";

const NOW = Date.parse("2026-09-01T08:00:00+08:00");

const everyone: Audience = {
  district_id: null,
  roles: [],
  clients: [],
  school_ids: [],
  stage_ids: [],
  grade_ids: [],
  class_ids: [],
  shelf_state: "shelf",
  pilot_class_ids: [],
  off_school_ids: [],
  allow_user_ids: [],
  allow_school_ids: [],
  allow_class_ids: [],
  allow_group_ids: [],
  allow_identities: [],
  deny_user_ids: [],
  deny_school_ids: [],
  deny_class_ids: [],
  deny_group_ids: [],
  deny_identities: [],
  open_at: null,
  close_at: null,
};

/** A teacher of class 3-2 and its head-teacher. */
const teacher: Viewer = {
  user_id: "lin",
  roles: ["teacher", "head-teacher"],
  client: "web",
  school_id: "qiming",
  parent_id: "east",
  stage_ids: ["primary"],
  grade_ids: ["3"],
  class_ids: ["c32"],
  group_ids: ["choir"],
};
const pupil: Viewer = { ...teacher, roles: ["student"] };
/** A parent with a child in 3-2 and one in 6-1. */
const parent: Viewer = {
  ...teacher,
  roles: ["parent"],
  grade_ids: ["3", "6"],
  class_ids: ["c32", "c61"],
};
const manager: Viewer = { ...teacher, roles: ["manager"], grade_ids: [], class_ids: [] };

const CASES: [why: string, app: Partial<Audience>, viewer: Viewer, seen: boolean][] = [
  ["allowed by a group", { allow_group_ids: ["choir", "x"] }, teacher, true],
  ["in none of the groups allowed", { allow_group_ids: ["x"] }, teacher, false],
  ["denied by a group", { deny_group_ids: ["choir"] }, teacher, false],
  ["no limit at all", {}, manager, true],
  ["a role that is held", { roles: ["teacher"] }, teacher, true],
  ["a role that is not held", { roles: ["teacher"] }, pupil, false],
  ["one role of several is enough", { roles: ["manager", "teacher"] }, teacher, true],
  ["head-teacher, who is one", { roles: ["head-teacher"] }, teacher, true],
  [
    "head-teacher, who is not one",
    { roles: ["head-teacher"] },
    { ...teacher, roles: ["teacher"] },
    false,
  ],
  ["a role that nobody knows", { roles: ["principal"] }, teacher, false],
  ["its client", { clients: ["pc"] }, { ...teacher, client: "pc" }, true],
  ["another client", { clients: ["pc"] }, teacher, false],
  ["mobile is not web", { clients: ["web"] }, { ...teacher, client: "mobile" }, false],
  ["its school", { school_ids: ["other", "qiming"] }, teacher, true],
  ["another school", { school_ids: ["other"] }, teacher, false],
  ["its stage", { stage_ids: ["primary"] }, manager, true],
  ["another stage", { stage_ids: ["junior"] }, teacher, false],
  ["its grade", { grade_ids: ["1", "3"] }, pupil, true],
  ["another grade", { grade_ids: ["1"] }, pupil, false],
  ["a grade, and a person in none", { grade_ids: ["3"] }, manager, false],
  ["a class of one of the children", { class_ids: ["c61"] }, parent, true],
  ["a class of none of the children", { class_ids: ["c11"] }, parent, false],
  ["a grade of one of the children", { grade_ids: ["6"] }, parent, true],
  [
    "every limit must hold: role yes, class no",
    { roles: ["student"], class_ids: ["c11"] },
    pupil,
    false,
  ],
  [
    "every limit holds",
    { roles: ["student"], clients: ["web"], school_ids: ["qiming"], class_ids: ["c32"] },
    pupil,
    true,
  ],
  ["opens this very moment", { open_at: NOW }, pupil, true],
  ["opens a moment later", { open_at: NOW + 1 }, pupil, false],
  ["closes a moment later", { close_at: NOW + 1 }, pupil, true],
  ["closes this very moment", { close_at: NOW }, pupil, false],
  ["the platform's own, in any district", { district_id: null }, teacher, true],
  ["its district's", { district_id: "east" }, teacher, true],
  ["another district's", { district_id: "west" }, teacher, false],
  ["a school that is under none", { district_id: "east" }, { ...teacher, parent_id: null }, false],
  ["a district's, at the district itself", { district_id: "qiming" }, teacher, true],
  ["allowed by name", { allow_user_ids: ["lin"] }, teacher, true],
  ["somebody else allowed by name", { allow_user_ids: ["sun"] }, teacher, false],
  ["allowed by school", { allow_school_ids: ["qiming"] }, teacher, true],
  ["the district allowed is not its schools", { allow_school_ids: ["east"] }, teacher, false],
  ["allowed by class", { allow_class_ids: ["c32"] }, pupil, true],
  ["allowed by the class of one child", { allow_class_ids: ["c61"] }, parent, true],
  ["allowed by identity", { allow_identities: ["head-teacher"] }, teacher, true],
  ["another identity allowed", { allow_identities: ["parent"] }, teacher, false],
  [
    "on one list of several is enough",
    { allow_user_ids: ["sun"], allow_school_ids: ["other"], allow_class_ids: ["c32"] },
    pupil,
    true,
  ],
  [
    "allowed lets nobody past a role",
    { allow_user_ids: ["lin"], roles: ["admin"] },
    teacher,
    false,
  ],
  ["allowed lets nobody past a date", { allow_user_ids: ["lin"], open_at: NOW + 1 }, pupil, false],
  [
    "allowed lets nobody into another district",
    { allow_user_ids: ["lin"], district_id: "west" },
    teacher,
    false,
  ],
  ["denied by name", { deny_user_ids: ["lin"] }, teacher, false],
  ["somebody else denied by name", { deny_user_ids: ["sun"] }, teacher, true],
  ["denied by school", { deny_school_ids: ["qiming"] }, teacher, false],
  ["denied by class", { deny_class_ids: ["c32"] }, pupil, false],
  ["denied by the class of one child", { deny_class_ids: ["c61"] }, parent, false],
  ["denied by identity", { deny_identities: ["head-teacher"] }, teacher, false],
  ["another identity denied", { deny_identities: ["parent"] }, teacher, true],
  [
    "allowed and denied by name: denied wins",
    { allow_user_ids: ["lin"], deny_user_ids: ["lin"] },
    teacher,
    false,
  ],
  [
    "allowed by name, denied by class: denied wins",
    { allow_user_ids: ["lin"], deny_class_ids: ["c32"] },
    teacher,
    false,
  ],
  [
    "allowed by class, denied by identity: denied wins",
    { allow_class_ids: ["c32"], deny_identities: ["student"] },
    pupil,
    false,
  ],
  ["asked for only", { shelf_state: "asked" }, teacher, false],
  [
    "checked, and tried by nobody yet",
    { shelf_state: "checked", pilot_class_ids: ["c32"] },
    teacher,
    false,
  ],
  ["tried by the own class", { shelf_state: "piloted", pilot_class_ids: ["c32"] }, pupil, true],
  [
    "tried by the class of one child",
    { shelf_state: "piloted", pilot_class_ids: ["c61"] },
    parent,
    true,
  ],
  ["tried by another class", { shelf_state: "piloted", pilot_class_ids: ["c11"] }, teacher, false],
  [
    "tried, who is in no class",
    { shelf_state: "piloted", pilot_class_ids: ["c32"] },
    manager,
    false,
  ],
  ["on the shelf, whichever classes tried it", { pilot_class_ids: ["c11"] }, teacher, true],
  ["switched off at the own school", { off_school_ids: ["qiming"] }, manager, false],
  ["switched off at another school", { off_school_ids: ["other"] }, manager, true],
  ["between its dates", { open_at: NOW - 1, close_at: NOW + 1 }, pupil, true],
];

describe("decide (AP-05, AP-06)", () => {
  it.each(CASES)("%s", (_why, app, viewer, seen) => {
    expect(decide({ ...everyone, ...app }, viewer, NOW).sees).toBe(seen);
  });
});

describe("explain (AD-17)", () => {
  it.each(CASES)("%s: tells what decides", (_why, app, viewer, seen) => {
    const { trace, ...decision } = explain({ ...everyone, ...app }, viewer, NOW);
    expect(decision).toEqual(decide({ ...everyone, ...app }, viewer, NOW));
    expect(trace.map(({ rule }) => rule)).toEqual([...APP_RULES]);
    expect(trace.every(({ passes }) => passes)).toBe(seen);
    expect(decision.hidden_by).toBe(trace.find(({ passes }) => !passes)?.rule ?? null);
  });

  it("names each limit that does not hold", () => {
    const app = { ...everyone, roles: ["admin"], grade_ids: ["1"], deny_user_ids: ["lin"] };
    const failed = explain(app, teacher, NOW).trace.filter(({ passes }) => !passes);
    expect(failed.map(({ rule }) => rule)).toEqual(["roles", "grades", "deny"]);
  });
});

describe("viewerOf", () => {
  const person = { ...teacher, school_stage_ids: ["primary", "junior"] };
  it("is where the classes are", () => {
    const classes = [{ id: "c81", name: "八（1）班", grade_id: "8", stage_id: "junior" }];
    expect(viewerOf({ ...person, classes })).toMatchObject({
      stage_ids: ["junior"],
      grade_ids: ["8"],
      class_ids: ["c81"],
    });
  });
  it("is at every stage of the school, who is in no class", () => {
    expect(viewerOf({ ...person, classes: [] })).toMatchObject({
      stage_ids: ["primary", "junior"],
      grade_ids: [],
      class_ids: [],
    });
  });
});

describe("visibleApps", () => {
  it("keeps the catalogue's order and leaves out what this person may not know of", () => {
    const apps = [
      { ...everyone, id: "b" },
      { ...everyone, id: "x", roles: ["admin"] },
      { ...everyone, id: "a" },
    ];
    expect(visibleApps(apps, pupil, NOW).map((app) => app.id)).toEqual(["b", "a"]);
  });
});

describe("categoriesOf", () => {
  it("leaves out a category that holds none of the apps and keeps the order of the rest", () => {
    const categories = [{ id: "study" }, { id: "empty" }, { id: "health" }];
    const apps = [{ category_id: "health" }, { category_id: "study" }, { category_id: "study" }];
    expect(categoriesOf(categories, apps).map((category) => category.id)).toEqual([
      "study",
      "health",
    ]);
  });
});

describe("recentlyUsed", () => {
  it("leaves out what is gone, hidden or not for this person any more", () => {
    const apps = [
      { id: "a", display_status: "display" },
      { id: "hidden", display_status: "not_display" },
      { id: "b", display_status: "display" },
    ];
    expect(recentlyUsed(["b", "gone", "hidden", "a"], apps)).toEqual(["b", "a"]);
  });

  it("keeps the twelve latest", () => {
    const ids = Array.from({ length: 20 }, (_, index) => `app-${index}`);
    const apps = ids.map((id) => ({ id, display_status: "display" }));
    expect(recentlyUsed(ids, apps)).toEqual(ids.slice(0, 12));
  });
});
