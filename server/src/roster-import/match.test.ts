import { expect, test } from "vitest";
import type { RosterPerson } from "#contract";
import type { KnownPerson } from "./known.ts";
import { type Answer, type Line, matchLines, numberToKeep } from "./match.ts";

type Row = Partial<RosterPerson> & { name: string; class_id?: string };
type Has = Partial<KnownPerson> & { id: string; name: string };

function lineOf({ class_id = "", ...row }: Row, seq: number): Line {
  const person: RosterPerson = {
    ...{ sheet: "s", row: seq + 2, identity: "student", teaches: [], heads: [], guardians: [] },
    ...row,
  };
  return { seq, person, class_id: class_id || null, key: `${row.name} ${row.number ?? ""}` };
}

function knownOf(has: Has): KnownPerson {
  const none = { gender: null, mobile: null, email: null, admission_time: null, id_hash: null };
  const membership = { identity: "student", is_abled: true, until: null, source: null } as const;
  return {
    ...{ former_names: [], account: has.id, number: null, birth_date: null, ...none, source: null },
    ...{ next_sort: 1, is_elsewhere: false, memberships: [membership] },
    ...has,
  };
}

function matched(
  rows: Row[],
  has: Has[],
  answers: Answer[] = [],
  seats: Record<string, string> = {},
) {
  const found = matchLines(rows.map(lineOf), has.map(knownOf), {
    ...{ kind: "student", answers },
    classesOf: (id) => (seats[id] === undefined ? [] : [seats[id]]),
  });
  return found.map(({ user_id, ask }) =>
    ask === null
      ? (user_id ?? "new")
      : `ask ${ask.candidates.map((one) => `${one.user_id} ${one.why}`).join(",")} → ${ask.proposal ?? "new"}`,
  );
}

const G = "G110105201609010021";
const OTHER = "G110105201609010048";
const BORN = "2016-09-01";

test.each<[string, Row[], Has[], string[]]>([
  [
    "a number with the name",
    [{ name: "甲", number: G }],
    [{ id: "a", name: "甲", number: G }],
    ["a"],
  ],
  [
    "numbers whose zeros a spreadsheet took, and one that has them",
    [
      { name: "甲", school_number: "13" },
      { name: "乙", number: "14" },
      { name: "丙", number: "0015" },
      { name: "丁", number: "1600" },
    ],
    [
      { id: "a", name: "甲", number: "0013" },
      { id: "b", name: "乙", number: "00014" },
      { id: "c", name: "丙", number: "15" },
      { id: "d", name: "丁", number: "16" },
    ],
    ["a", "b", "c", "new"],
  ],
  ["nobody", [{ name: "甲", number: G }], [{ id: "a", name: "乙", number: OTHER }], ["new"]],
  [
    "a temporary number that became permanent keeps the account",
    [{ name: "甲", number: G, birth_date: BORN }],
    [{ id: "a", name: "甲", number: `L${G.slice(1)}` }],
    ["a"],
  ],
  [
    "a temporary number of other digits says nothing against name and birthday",
    [{ name: "甲", number: G, birth_date: BORN }],
    [{ id: "a", name: "甲", number: "L110105201609019999", birth_date: BORN }],
    ["a"],
  ],
  [
    "a number under another name is asked about",
    [{ name: "甲小", number: G }],
    [{ id: "a", name: "甲大", number: G }],
    ["ask a number → a"],
  ],
  [
    "a name that the school corrected, and the file has not",
    [{ name: "旧名", number: G }],
    [{ id: "a", name: "新名", former_names: ["旧名"], number: G }],
    ["a"],
  ],
  [
    "an identity card with the name",
    [{ name: "甲", id_hash: "h" }],
    [{ id: "a", name: "甲", id_hash: "h" }],
    ["a"],
  ],
  [
    "name and birthday",
    [{ name: "甲", birth_date: BORN }],
    [{ id: "a", name: "甲", birth_date: BORN, number: G }],
    ["a"],
  ],
  [
    "name and birthday under another number is asked about",
    [{ name: "甲", birth_date: BORN, number: G }],
    [{ id: "a", name: "甲", birth_date: BORN, number: OTHER }],
    ["ask a birth → a"],
  ],
  [
    "one name and another birthday is another person",
    [{ name: "甲", birth_date: BORN }],
    [{ id: "a", name: "甲", birth_date: "2015-01-01" }],
    ["new"],
  ],
  [
    "one name and another number is another person",
    [{ name: "甲", number: G }],
    [{ id: "a", name: "甲", number: OTHER }],
    ["new"],
  ],
  [
    "an id of a nightly roster is no number that would make another person",
    [{ name: "甲", number: G }],
    [{ id: "a", name: "甲", number: "person-1", source: "eduroster" }],
    ["ask a name → a"],
  ],
  [
    "a number of the school's own with the name",
    [
      { name: "甲", staff_number: "T1" },
      { name: "乙", school_number: "2001" },
    ],
    [
      { id: "a", name: "甲", number: "T1" },
      { id: "b", name: "乙", number: "2001" },
    ],
    ["a", "b"],
  ],
  [
    "one name and another number of the school's own is another person",
    [{ name: "甲", staff_number: "T2" }],
    [{ id: "a", name: "甲", number: "T1" }],
    ["new"],
  ],
  [
    "a number of the school's own says nothing against a 学籍号",
    [{ name: "甲", school_number: "2001", birth_date: BORN }],
    [{ id: "a", name: "甲", number: G, birth_date: BORN }],
    ["a"],
  ],
  [
    "two of one name, without more, are asked about",
    [{ name: "甲" }],
    [
      { id: "a", name: "甲" },
      { id: "b", name: "甲" },
    ],
    ["ask a name,b name → new"],
  ],
  [
    "a name alone, moved from another class, is asked about with a proposal",
    [{ name: "甲", class_id: "2" }],
    [{ id: "a", name: "甲" }],
    ["ask a name → a"],
  ],
  [
    "twins have two names and one birthday",
    [
      { name: "甲一", birth_date: BORN },
      { name: "甲二", birth_date: BORN },
    ],
    [
      { id: "a", name: "甲一", birth_date: BORN },
      { id: "b", name: "甲二", birth_date: BORN },
    ],
    ["a", "b"],
  ],
  [
    "twins with one number: the one of that name has it, the other one is found by name",
    [
      { name: "甲一", birth_date: BORN, number: G },
      { name: "甲二", birth_date: BORN, number: G },
    ],
    [
      { id: "a", name: "甲一", birth_date: BORN, number: G },
      { id: "b", name: "甲二", birth_date: BORN },
    ],
    ["a", "b"],
  ],
  [
    "one number in two lines is nobody's alone",
    [
      { name: "甲三", number: G },
      { name: "甲四", number: G },
    ],
    [{ id: "a", name: "甲一", number: G }],
    ["ask a number → new", "ask a number → new"],
  ],
  [
    "a middle dot of another kind and spaces are the same name",
    [{ name: "阿依夏木•买买提", number: G }],
    [{ id: "a", name: "阿依夏木·买买提", number: G }],
    ["a"],
  ],
  [
    "a person who left comes back",
    [{ name: "甲", number: G }],
    [
      {
        ...{ id: "a", name: "甲", number: G },
        memberships: [{ identity: "student", is_abled: false, until: null, source: null }],
      },
    ],
    ["a"],
  ],
  [
    "a parent of that name is no pupil",
    [{ name: "甲" }],
    [
      {
        ...{ id: "a", name: "甲" },
        memberships: [{ identity: "parent", is_abled: true, until: null, source: null }],
      },
    ],
    ["new"],
  ],
])("%s", (_what, rows, has, wanted) => {
  expect(matched(rows, has)).toEqual(wanted);
});

test("name and class are enough where nothing speaks against it", () => {
  const has = [
    { id: "a", name: "甲" },
    { id: "b", name: "甲" },
  ];
  expect(matched([{ name: "甲", class_id: "2" }], has, [], { a: "1", b: "2" })).toEqual(["b"]);
});

test("what was answered once is not asked again, either way", () => {
  const has = [{ id: "a", name: "甲" }];
  const row = { name: "甲" };
  expect(matched([row], has)).toEqual(["ask a name → a"]);
  const said = { key: "甲 ", user_id: "a" };
  expect(matched([row], has, [{ ...said, is_same: true }])).toEqual(["a"]);
  expect(matched([row], has, [{ ...said, is_same: false }])).toEqual(["new"]);
});

test.each<[Partial<RosterPerson>, string, string | undefined]>([
  [{ school_number: "13" }, "0013", undefined],
  [{ number: "013" }, "0013", undefined],
  [{ school_number: "0013" }, "13", "0013"],
  [{ school_number: "14" }, "0013", "14"],
])("of %j a person with the number %s is given %s", (row, known, kept) => {
  expect(numberToKeep(lineOf({ name: "甲", ...row }, 0).person, known)).toBe(kept);
});
