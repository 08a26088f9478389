import { admissionDate, birthDateInGrade, dayBetween } from "./calendar.ts";
import type { District, Gender, Homeroom, Person } from "./model.ts";
import { NAMED_PUPILS, namedId } from "./named-people.ts";
import { pickSurname } from "./names.ts";
import type { Random } from "./random.ts";
import type { Registry } from "./registry.ts";
import { schoolOf } from "./schools.ts";

/** The number of guardians in the district, the named ones included. */
const GUARDIANS = 3000;
const NAMED_GUARDIANS = 3;

interface Family {
  children: Person[];
  guardians: Person[];
}

/** Fills every seat of every class with a pupil, and gives the pupils brothers, sisters and parents. */
export function makeFamilies(
  random: Random,
  registry: Registry,
  homerooms: readonly Homeroom[],
): District["pupils"] {
  const pupils = new Map<string, string[]>(homerooms.map(({ id }) => [id, []]));
  seatNamedPupils(registry, homerooms, pupils);
  const seats = random.shuffled(
    homerooms.flatMap((homeroom) =>
      Array.from(
        { length: homeroom.size - (pupils.get(homeroom.id)?.length ?? 0) },
        () => homeroom,
      ),
    ),
  );
  const families = makeChildren(random, registry, seats, pupils);
  addGuardians(random, registry, families);
  return pupils;
}

function seatNamedPupils(
  registry: Registry,
  homerooms: readonly Homeroom[],
  pupils: District["pupils"],
): void {
  for (const [account, { guardian, homeroomId, ...known }] of Object.entries(NAMED_PUPILS)) {
    const homeroom = homerooms.find(({ id }) => id === homeroomId);
    if (!homeroom) throw new Error(`No class ${homeroomId}`);
    const pupil = registry.addNamed({ id: namedId(account), account, reach: "none", ...known });
    enter(pupil, homeroom, pupils);
    pupil.guardians.push({ id: namedId(guardian.account), relation: guardian.relation });
  }
}

/** Puts a pupil into a class, with the next number of its list. */
export function enter(pupil: Person, homeroom: Homeroom, pupils: District["pupils"]): void {
  const seated = pupils.get(homeroom.id) ?? [];
  const school = schoolOf(homeroom);
  pupil.grade = String(homeroom.grade).padStart(2, "0");
  pupil.admissionDate = admissionDate(homeroom.grade, school.letter === "j" ? 7 : 1);
  pupil.identifier = `${pupil.admissionDate.slice(0, 4)}${school.letter.toUpperCase()}${homeroom.id.slice(-1)}${String(seated.length + 1).padStart(2, "0")}`;
  pupil.roles.push({ role: "student", orgId: homeroom.schoolId });
  seated.push(pupil.id);
}

/** Makes the families with their children in the district: in one of seven there are two, two grades or more apart. */
function makeChildren(
  random: Random,
  registry: Registry,
  seats: Homeroom[],
  pupils: District["pupils"],
): Family[] {
  const families: Family[] = [];
  let count = 0;
  const seat = (homeroom: Homeroom, family: string): Person => {
    count += 1;
    const pupil = registry.add({
      id: `student-${String(count).padStart(4, "0")}`,
      gender: random.chance(53) ? "male" : "female",
      birthDate: birthDateInGrade(random, homeroom.grade),
      family,
      reach: "none",
    });
    enter(pupil, homeroom, pupils);
    return pupil;
  };
  for (let first = seats.pop(); first !== undefined; first = seats.pop()) {
    const surname = pickSurname(random);
    const children = [seat(first, surname)];
    const { grade } = first;
    const other = random.chance(14)
      ? seats.findLastIndex((free) => Math.abs(free.grade - grade) >= 2)
      : -1;
    const [second] = other === -1 ? [] : seats.splice(other, 1);
    if (second) children.push(seat(second, surname));
    families.push({ children, guardians: [] });
  }
  return families;
}

function addGuardians(random: Random, registry: Registry, families: readonly Family[]): void {
  let count = 0;
  const add = (family: Family, relation: Relation): void => {
    count += 1;
    const { gender, older } = RELATIONS[relation];
    const eldest = Math.min(
      ...family.children.map(({ birthDate }) => Number(birthDate.slice(0, 4))),
    );
    const birthYear = eldest - random.integer(...older);
    const guardian = registry.add({
      id: `parent-${String(count).padStart(4, "0")}`,
      gender,
      birthDate: dayBetween(random, `${birthYear}-01-01`, `${birthYear}-12-31`),
      reach: "mobile",
      ...bearsTheName(random, relation, family),
    });
    family.guardians.push(guardian);
    const role = older === GRANDPARENT_OLDER ? "relative" : "parent";
    for (const child of family.children) {
      child.guardians.push({ id: guardian.id, relation });
      const orgId = child.roles[0]?.orgId ?? "";
      if (!guardian.roles.some((held) => held.orgId === orgId))
        guardian.roles.push({ role, orgId });
    }
  };

  for (const family of families) {
    const nobodySignedUp = random.chance(2);
    if (!nobodySignedUp) add(family, random.weighted(FIRST_GUARDIANS));
  }
  const known = random.shuffled(families.filter(({ guardians }) => guardians.length > 0));
  for (const family of known.slice(0, GUARDIANS - NAMED_GUARDIANS - count)) {
    const isMotherKnown = family.children[0]?.guardians[0]?.relation === "母亲";
    add(family, isMotherKnown ? "父亲" : "母亲");
  }
}

const PARENT_OLDER = [23, 36] as const;
const GRANDPARENT_OLDER = [50, 64] as const;

type Relation = "父亲" | "母亲" | "祖父" | "祖母" | "外祖父" | "外祖母";
const RELATIONS: Readonly<Record<Relation, { gender: Gender; older: readonly [number, number] }>> =
  {
    父亲: { gender: "male", older: PARENT_OLDER },
    母亲: { gender: "female", older: PARENT_OLDER },
    祖父: { gender: "male", older: GRANDPARENT_OLDER },
    祖母: { gender: "female", older: GRANDPARENT_OLDER },
    外祖父: { gender: "male", older: GRANDPARENT_OLDER },
    外祖母: { gender: "female", older: GRANDPARENT_OLDER },
  };

const FIRST_GUARDIANS: readonly (readonly [Relation, number])[] = [
  ["母亲", 60],
  ["父亲", 35],
  ["祖母", 2],
  ["外祖母", 1],
  ["祖父", 1],
  ["外祖父", 1],
];

/**
 * Returns the children's surname for a father and his father, except in the few families whose children bear the
 * mother's; else nothing.
 */
function bearsTheName(random: Random, relation: Relation, family: Family): { family?: string } {
  const bears = (relation === "父亲" || relation === "祖父") && !random.chance(4);
  const surname = family.children[0]?.name.family;
  return bears && surname !== undefined ? { family: surname } : {};
}
