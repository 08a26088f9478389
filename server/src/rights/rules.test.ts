import { describe, expect, test } from "vitest";
import { BUNDLES, type Place, RIGHTS, type Right } from "#contract";
import {
  type ActiveGrant,
  contains,
  decide,
  type Held,
  heldBy,
  notGivable,
  type Organisations,
  PLATFORM,
  schoolsOf,
  scopeOf,
  type Spot,
  spotOf,
} from "./rules.ts";

const NOW = new Date("2026-11-23T08:00:00Z");
const BEFORE = new Date(NOW.getTime() - 1);
const AFTER = new Date(NOW.getTime() + 86_400_000);

const TREE: Organisations = new Map([
  ["d", { kind: "district", parent_id: null }],
  ["e", { kind: "district", parent_id: null }],
  ["a", { kind: "school", parent_id: "d" }],
  ["b", { kind: "school", parent_id: "d" }],
  ["c", { kind: "school", parent_id: "e" }],
] as const);

const at = (kind: Place["kind"], school_id: string | null = null, part_id = ""): Place => ({
  kind,
  school_id,
  part_id,
});
const spot = (place: Place): Spot => spotOf(place, TREE, (_school, id) => id.slice(0, 1));

const PLACES: readonly Place[] = [
  PLATFORM,
  at("district", "d"),
  at("school", "a"),
  at("grade", "a", "3"),
  at("class", "a", "31"),
  at("class", "a", "41"),
  at("grade", "b", "3"),
  at("class", "b", "31"),
  at("school", "c"),
  at("district", "e"),
];
const name = ({ kind, school_id, part_id }: Place) => [kind, school_id, part_id].join(" ");

function having(rights: readonly Right[], place: Place, until: Date | null = null): Held {
  return { rights, place, until, source: "grant", bundle: null, grant_id: "g" };
}

describe("a place contains itself and what lies below it, and nothing beside or above", () => {
  const INSIDE: Readonly<Record<string, string[]>> = {
    "platform  ": PLACES.map(name),
    "district d ": PLACES.filter(({ school_id }) => "dab".includes(school_id ?? "-")).map(name),
    "school a ": PLACES.filter(({ school_id }) => school_id === "a").map(name),
    "grade a 3": ["grade a 3", "class a 31"],
    "class a 31": ["class a 31"],
    "class a 41": ["class a 41"],
    "grade b 3": ["grade b 3", "class b 31"],
    "class b 31": ["class b 31"],
    "school c ": ["school c "],
    "district e ": ["school c ", "district e "],
  };
  test.each(PLACES.map((place) => [name(place), place] as const))("%s", (key, place) => {
    const inside = PLACES.filter((other) => contains(place, spot(other)));
    expect(inside.map(name)).toEqual(INSIDE[key]);
  });
});

describe("decide", () => {
  test("says what the yes rests on", () => {
    const held = [having(["people.read"], at("school", "b")), having(["people.read"], PLATFORM)];
    expect(decide(held, "people.read", spot(at("class", "a", "31")), NOW)).toEqual({
      may: true,
      because: held[1],
    });
  });

  test("names the nearest where the place is another", () => {
    const held = [having(["people.read"], at("school", "b"))];
    const decision = decide(held, "people.read", spot(at("school", "a")), NOW);
    expect(decision).toEqual({ may: false, nearest: held[0] });
    expect(decide(held, "people.write", spot(at("school", "b")), NOW)).toEqual({ may: false });
  });

  test.each([
    ["before its end", AFTER, true],
    ["at its end", NOW, false],
    ["after its end", BEFORE, false],
  ])("a grant %s", (_when, until, may) => {
    const held = [having(["people.read"], at("school", "a"), until)];
    expect(decide(held, "people.read", spot(at("school", "a")), NOW).may).toBe(may);
    expect(scopeOf(held, "people.read", TREE, NOW) !== undefined).toBe(may);
  });
});

describe("what a person has", () => {
  const member = { id: "a", is_abled: true, headed_classes: [] };

  test.each([
    ["inner_admin", PLATFORM, BUNDLES.platform.rights],
    ["admin", at("district", "a"), BUNDLES.district.rights],
    ["manager", at("school", "a"), BUNDLES.school.rights],
  ] as const)("an identity %s brings its bundle at its place", (identity, place, rights) => {
    const [held] = heldBy([{ ...member, identity }], []);
    expect(held).toMatchObject({ place, rights, source: "identity", until: null });
  });

  test.each(["teacher", "student", "parent"] as const)("a %s has nothing", (identity) => {
    expect(heldBy([{ ...member, identity, headed_classes: [] }], [])).toEqual([]);
  });

  test("a teacher has the head-teacher's bundle at each class headed, a parent never", () => {
    const headed_classes = ["31", "41"];
    const held = heldBy([{ ...member, identity: "teacher", headed_classes }], []);
    expect(held.map(({ place }) => place.part_id)).toEqual(headed_classes);
    expect(held[0]?.rights).toEqual(BUNDLES.head_teacher.rights);
    expect(heldBy([{ ...member, identity: "parent", headed_classes }], [])).toEqual([]);
  });

  test("a disabled membership brings nothing", () => {
    const identity = "manager" as const;
    expect(heldBy([{ ...member, identity, is_abled: false, headed_classes: ["31"] }], [])).toEqual(
      [],
    );
  });

  test("a grant of a bundle has its rights; words that are no rights are passed over", () => {
    const grant: ActiveGrant = {
      ...{ id: "g", right_name: null, bundle_id: "own", bundle_name: "年级副组长" },
      ...({ place_kind: "grade", school_id: "a", part_id: "3" } as const),
      until: AFTER.toISOString(),
      bundle_rights: ["people.read", "fly"],
    };
    expect(heldBy([], [grant])).toEqual([
      {
        rights: ["people.read"],
        place: at("grade", "a", "3"),
        until: AFTER,
        source: "grant",
        bundle: "年级副组长",
        grant_id: "g",
      },
    ]);
  });
});

describe("a scope", () => {
  test("of a district has the district and its schools", () => {
    const scope = scopeOf([having(["people.read"], at("district", "d"))], "people.read", TREE, NOW);
    expect(scope).toMatchObject({ kind: "parts", grades: [], classes: [] });
    expect(schoolsOf(scope ?? { kind: "all" })).toEqual(["d", "a", "b"]);
  });

  test("of the platform is everything", () => {
    expect(scopeOf([having(["debug"], PLATFORM)], "debug", TREE, NOW)).toEqual({ kind: "all" });
  });

  test("agrees with the decision at every place, for 10,000 random holders", () => {
    let seed = 20_261_123;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * below);
    };
    for (let turn = 0; turn < 10_000; turn += 1) {
      const held = Array.from({ length: random(4) }, () =>
        having(
          RIGHTS.slice(0, random(4)),
          PLACES[random(PLACES.length)] ?? PLATFORM,
          [null, BEFORE, AFTER][random(3)] ?? null,
        ),
      );
      const right = RIGHTS[random(4)] ?? "debug";
      const scope = scopeOf(held, right, TREE, NOW);
      for (const place of PLACES) {
        const { school_id, grade_id, class_id } = spot(place);
        const inScope =
          scope !== undefined &&
          (scope.kind === "all" ||
            scope.schools.includes(school_id ?? "-") ||
            scope.grades.some((one) => one.school_id === school_id && one.grade_id === grade_id) ||
            scope.classes.some((one) => one.school_id === school_id && one.class_id === class_id));
        expect(decide(held, right, spot(place), NOW).may, name(place)).toBe(inScope);
      }
    }
  });
});

describe("nobody gives what is not theirs (GR-03)", () => {
  const giver = [having(["grant.give", "people.read"], at("school", "a"), AFTER)];
  const give = (rights: Right[], place: Place, until: Date | null) =>
    notGivable(giver, rights, { spot: spot(place), until, now: NOW });

  test("own rights, at the own place or below, as long as one's own", () => {
    expect(give(["people.read"], at("school", "a"), AFTER)).toEqual([]);
    expect(give(["people.read"], at("class", "a", "31"), AFTER)).toEqual([]);
  });

  test.each([
    ["a right beyond one's own", ["people.read", "people.write"], at("school", "a"), AFTER, 1],
    ["a place beside", ["people.read"], at("school", "b"), AFTER, 1],
    ["a place above", ["people.read"], at("district", "d"), AFTER, 1],
    ["a time beyond one's own", ["people.read"], at("school", "a"), null, 1],
    ["a day later", ["people.read"], at("school", "a"), new Date(AFTER.getTime() + 1), 1],
  ] as const)("%s", (_what, rights, place, until, refused) => {
    expect(give([...rights], place, until)).toHaveLength(refused);
  });

  test("without the right to give, nothing", () => {
    const held = [having(["people.read"], PLATFORM)];
    const what = { spot: spot(PLATFORM), until: null, now: NOW };
    expect(notGivable(held, ["people.read"], what)).toEqual(["people.read"]);
  });
});
