import { describe, expect, test } from "vitest";
import {
  BUNDLES,
  DUTIES,
  dutiesOfRights,
  type Duty,
  DUTY_OF_RIGHT,
  type Place,
  RIGHTS,
  type Right,
} from "#contract";
import { notGivable, notGivableApart } from "./not-givable.ts";
import {
  type ActiveGrant,
  contains,
  decide,
  type Held,
  heldBy,
  holdingsBy,
  type Organisations,
  PLATFORM,
  schoolsOf,
  scopeOf,
  type PlacePath,
  placePathOf,
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
const placePath = (place: Place): PlacePath =>
  placePathOf(place, TREE, (_school, id) => id.slice(0, 1));

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
    const inside = PLACES.filter((other) => contains(place, placePath(other)));
    expect(inside.map(name)).toEqual(INSIDE[key]);
  });
});

describe("decide", () => {
  test("says what the yes rests on", () => {
    const held = [having(["people.read"], at("school", "b")), having(["people.read"], PLATFORM)];
    expect(decide(held, "people.read", placePath(at("class", "a", "31")), NOW)).toEqual({
      may: true,
      because: held[1],
    });
  });

  test("names the nearest where the place is another", () => {
    const held = [having(["people.read"], at("school", "b"))];
    const decision = decide(held, "people.read", placePath(at("school", "a")), NOW);
    expect(decision).toEqual({ may: false, nearest: held[0] });
    expect(decide(held, "people.write", placePath(at("school", "b")), NOW)).toEqual({ may: false });
  });

  test.each([
    ["before its end", AFTER, true],
    ["at its end", NOW, false],
    ["after its end", BEFORE, false],
  ])("a grant %s", (_when, until, may) => {
    const held = [having(["people.read"], at("school", "a"), until)];
    expect(decide(held, "people.read", placePath(at("school", "a")), NOW).may).toBe(may);
    expect(scopeOf(held, "people.read", TREE, NOW) !== undefined).toBe(may);
  });
});

const JOINT = { isSeparate: false, now: NOW };
const APART = { isSeparate: true, now: NOW };

describe("what a person has", () => {
  const member = { id: "a", is_abled: true, headed_classes: [] };

  test.each([
    ["inner_admin", PLATFORM, BUNDLES.platform.rights],
    ["admin", at("district", "a"), BUNDLES.district.rights],
    ["manager", at("school", "a"), BUNDLES.school.rights],
  ] as const)("an identity %s brings its bundle at its place", (identity, place, rights) => {
    const [held] = heldBy([{ ...member, identity }], [], JOINT);
    expect(held).toMatchObject({ place, rights, source: "identity", until: null });
  });

  test.each(["teacher", "student", "parent"] as const)("a %s has nothing", (identity) => {
    expect(heldBy([{ ...member, identity, headed_classes: [] }], [], JOINT)).toEqual([]);
  });

  test("a teacher has the head-teacher's bundle at each class headed, a parent never", () => {
    const headed_classes = ["31", "41"];
    const held = heldBy([{ ...member, identity: "teacher", headed_classes }], [], JOINT);
    expect(held.map(({ place }) => place.part_id)).toEqual(headed_classes);
    expect(held[0]?.rights).toEqual(BUNDLES.head_teacher.rights);
    expect(heldBy([{ ...member, identity: "parent", headed_classes }], [], JOINT)).toEqual([]);
  });

  test("a disabled membership brings nothing", () => {
    const identity = "manager" as const;
    const disabled = { ...member, identity, is_abled: false, headed_classes: ["31"] };
    expect(heldBy([disabled], [], JOINT)).toEqual([]);
  });

  test("a grant of a bundle has its rights; words that are no rights are passed over", () => {
    const grant: ActiveGrant = {
      ...{ id: "g", right_name: null, bundle_id: "own", bundle_name: "年级副组长" },
      ...({ place_kind: "grade", school_id: "a", part_id: "3" } as const),
      until: AFTER.toISOString(),
      bundle_rights: ["people.read", "fly"],
    };
    expect(heldBy([], [grant], JOINT)).toEqual([
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
    const random = randomFrom(20_261_123);
    for (let turn = 0; turn < 10_000; turn += 1) {
      const held = Array.from({ length: random(4) }, () =>
        having(
          RIGHTS.slice(0, random(4)),
          PLACES[random(PLACES.length)] ?? PLATFORM,
          [null, BEFORE, AFTER][random(3)] ?? null,
        ),
      );
      requireAgreement(held, RIGHTS[random(4)] ?? "debug");
    }
  });
});

/** Fails where the scope of a right is another than what the decision says, at any place. */
function requireAgreement(held: readonly Held[], right: Right): void {
  const scope = scopeOf(held, right, TREE, NOW);
  for (const place of PLACES) {
    const { school_id, grade_id, class_id } = placePath(place);
    const inScope =
      scope !== undefined &&
      (scope.kind === "all" ||
        scope.schools.includes(school_id ?? "-") ||
        scope.grades.some((one) => one.school_id === school_id && one.grade_id === grade_id) ||
        scope.classes.some((one) => one.school_id === school_id && one.class_id === class_id));
    expect(decide(held, right, placePath(place), NOW).may, name(place)).toBe(inScope);
  }
}

/** Returns a source of whole numbers below a bound, the same each time. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

describe("duties kept apart (GR-07)", () => {
  const member = { id: "a", is_abled: true, headed_classes: [] };
  const grant = (of: Partial<ActiveGrant>): ActiveGrant => ({
    ...{ id: "g", right_name: null, bundle_id: null, bundle_name: null, bundle_rights: null },
    ...{ place_kind: "platform", school_id: null, part_id: "", until: null },
    ...of,
  });

  test("each right is of one duty, or of all: those that change nothing", () => {
    const of = (duty: Duty | null) => RIGHTS.filter((right) => DUTY_OF_RIGHT[right] === duty);
    expect(of(null)).toEqual(["people.read", "report.read"]);
    expect(of("security")).toEqual(["roster.approve", "grant.give", "agreement.publish"]);
    expect(of("audit")).toEqual(["audit.read"]);
    expect(of("system")).toHaveLength(RIGHTS.length - 6);
    for (const duty of DUTIES)
      expect(BUNDLES[duty].rights).toEqual(
        [...new Set([...of(null), ...of(duty)])].toSorted(
          (one, other) => RIGHTS.indexOf(one) - RIGHTS.indexOf(other),
        ),
      );
  });

  test.each([
    ["inner_admin", ["people.read", "report.read"]],
    ["admin", ["people.read", "report.read"]],
    [
      "manager",
      BUNDLES.school.rights.filter(
        (right) => !["roster.approve", "grant.give", "audit.read"].includes(right),
      ),
    ],
  ] as const)("an identity %s brings no two duties", (identity, rights) => {
    expect(heldBy([{ ...member, identity }], [], APART)[0]?.rights).toEqual(rights);
  });

  test("the common bundles of identities are the same by a grant, and the others have one duty each", () => {
    const rightsOf = (bundle_id: string) =>
      heldBy([], [grant({ bundle_id })], APART)[0]?.rights ?? [];
    for (const id of Object.keys(BUNDLES))
      expect(dutiesOfRights(rightsOf(id)).length, id).toBeLessThan(2);
    expect(rightsOf("district")).toEqual(["people.read", "report.read"]);
  });

  test("a duty below the platform has no right that is the platform's", () => {
    const at_d = grant({ bundle_id: "system", place_kind: "district", school_id: "d" });
    const [held] = heldBy([], [at_d], APART);
    expect(held?.rights).toContain("app.manage");
    expect(held?.rights).not.toContain("settings.write");
  });

  test.each([
    ["two on the platform", {}, {}],
    [
      "in two districts",
      { place_kind: "district", school_id: "d" },
      { place_kind: "district", school_id: "e" },
    ],
    ["at a school", { place_kind: "school", school_id: "a" }, {}],
    [
      "in one bundle of its own",
      { bundle_id: "own", bundle_rights: ["audit.read", "people.write"] },
      {},
    ],
  ] as const)("of two duties neither is in force: %s", (_how, one, other) => {
    const audit = grant({ id: "1", bundle_id: "audit", ...(one as Partial<ActiveGrant>) });
    const write = grant({ id: "2", right_name: "people.write", ...other });
    const { held, suspended } = holdingsBy(
      [{ ...member, identity: "teacher" }],
      [audit, write],
      APART,
    );
    expect(held).toEqual([]);
    expect(suspended.map(({ grant_id }) => grant_id)).toEqual(["1", "2"]);
    expect(heldBy([], [audit, write], JOINT)).toHaveLength(2);
  });

  test("a school's administrator who is given a duty of security has neither, and a class headed stays", () => {
    const who = { ...member, identity: "manager", headed_classes: ["31"] } as const;
    const { held, suspended } = holdingsBy([who], [grant({ bundle_id: "security" })], APART);
    expect(held.map(({ source }) => source)).toEqual(["head-teacher"]);
    expect(suspended).toHaveLength(2);
  });

  test.each([
    ["is over", BEFORE, 0],
    ["ends now", NOW, 0],
    ["is not over", AFTER, 2],
  ])("a second duty that %s", (_when, until, suspended) => {
    const grants = [
      grant({ id: "1", bundle_id: "system" }),
      grant({ id: "2", bundle_id: "audit", until: until.toISOString() }),
    ];
    expect(holdingsBy([], grants, APART).suspended).toHaveLength(suspended);
  });

  test("of 10,000 random people nobody may do anything of two duties, and nobody gains", () => {
    const random = randomFrom(20_261_124);
    const one = <T>(of: readonly T[]): T => of[random(of.length)] as T;
    const IDENTITIES = ["teacher", "manager", "admin", "inner_admin", "parent"] as const;
    const bundles = Object.keys(BUNDLES);
    let [conflicts, duties] = [0, 0];
    for (let turn = 0; turn < 10_000; turn += 1) {
      const memberships = Array.from({ length: random(3) }, () => ({
        ...{ id: one(["a", "b", "c", "d"]), identity: one(IDENTITIES), is_abled: random(4) > 0 },
        headed_classes: random(4) === 0 ? ["31"] : [],
      }));
      const grants = Array.from({ length: random(4) }, (_none, index) => {
        const { kind, school_id, part_id } = one(PLACES);
        const what = random(3);
        return grant({
          ...{ id: String(index), place_kind: kind, school_id, part_id },
          ...(what === 0 && { right_name: one(RIGHTS) }),
          ...(what === 1 && { bundle_id: one(bundles) }),
          ...(what === 2 && { bundle_id: "own", bundle_rights: [one(RIGHTS), one(RIGHTS)] }),
          until: one([null, BEFORE.toISOString(), AFTER.toISOString()]),
        });
      });
      const { held, suspended } = holdingsBy(memberships, grants, APART);
      const joint = heldBy(memberships, grants, JOINT);
      const ofOffice = held.filter(({ source }) => source !== "head-teacher");
      const has = DUTIES.filter((duty) =>
        RIGHTS.some(
          (right) =>
            DUTY_OF_RIGHT[right] === duty &&
            PLACES.some((place) => decide(ofOffice, right, placePath(place), NOW).may),
        ),
      );
      expect(has.length).toBeLessThan(2);
      if (suspended.length > 0) expect(has).toEqual([]);
      conflicts += suspended.length > 0 ? 1 : 0;
      duties += has.length;
      const right = one(RIGHTS);
      requireAgreement(held, right);
      for (const place of PLACES) {
        const isApart = decide(held, right, placePath(place), NOW).may;
        expect(isApart && !decide(joint, right, placePath(place), NOW).may).toBe(false);
      }
    }
    expect(conflicts).toBeGreaterThan(500);
    expect(duties).toBeGreaterThan(2000);
  });

  test("security gives what it lacks, at its places and as long as its own; nobody else gives anything", () => {
    const security = [having(BUNDLES.security.rights, at("district", "d"), AFTER)];
    const give = (held: Held[], rights: Right[], place: Place, until: Date | null = AFTER) =>
      notGivableApart(held, rights, { placePath: placePath(place), until, now: NOW });
    expect(give(security, ["audit.read"], at("district", "d"))).toEqual([]);
    expect(give(security, ["app.manage"], at("class", "a", "31"))).toEqual([]);
    expect(give(security, ["audit.read"], at("district", "d"), null)).toEqual(["audit.read"]);
    expect(give(security, ["audit.read"], at("school", "c"))).toEqual(["audit.read"]);
    expect(give(security, ["settings.write"], at("district", "d"))).toEqual(["settings.write"]);
    const system = [having(BUNDLES.system.rights, PLATFORM)];
    expect(give(system, ["people.write"], at("school", "a"))).toEqual(["people.write"]);
  });
});

describe("nobody gives what is not theirs (GR-03)", () => {
  const giver = [having(["grant.give", "people.read"], at("school", "a"), AFTER)];
  const give = (rights: Right[], place: Place, until: Date | null) =>
    notGivable(giver, rights, { placePath: placePath(place), until, now: NOW });

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
    const what = { placePath: placePath(PLATFORM), until: null, now: NOW };
    expect(notGivable(held, ["people.read"], what)).toEqual(["people.read"]);
  });
});
